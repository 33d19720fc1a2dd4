package io.heatshield.origin;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Checks a SigV4 signature from the request as it came, by the rules of the specification and with nothing but the
 * JDK: the judge of our signer must not be our signer.
 */
final class SignatureCheck {
    private final Map<String, String> secrets;

    SignatureCheck(Map<String, String> secrets) {
        this.secrets = secrets;
    }

    /** What is wrong with the signature, or null. */
    @Nullable
    String problem(String method, String uri, MultiMap headers, Buffer body) {
        String authorization = headers.get("Authorization");
        if (authorization == null || !authorization.startsWith("AWS4-HMAC-SHA256 ")) {
            return "no Authorization";
        }
        Map<String, String> parts = new TreeMap<>();
        for (String part : authorization.substring("AWS4-HMAC-SHA256 ".length()).split(",\\s*", -1)) {
            int equals = part.indexOf('=');
            parts.put(part.substring(0, equals), part.substring(equals + 1));
        }
        String[] scope = parts.getOrDefault("Credential", "").split("/", -1);
        String signedHeaders = parts.getOrDefault("SignedHeaders", "");
        String date = headers.get("X-Amz-Date");
        if (scope.length != 5 || !scope[4].equals("aws4_request") || !scope[3].equals("dynamodb")) {
            return "scope " + String.join("/", scope);
        }
        if (date == null || !date.startsWith(scope[1])) {
            return "date " + date;
        }
        String secret = secrets.get(scope[0]);
        if (secret == null) {
            return "unknown key id";
        }
        String unsigned = unsigned(headers, List.of(signedHeaders.split(";", -1)));
        if (unsigned != null) {
            return "not signed: " + unsigned;
        }
        try {
            String canonical = canonical(method, uri, headers, signedHeaders, body);
            String toSign = String.join(
                    "\n",
                    "AWS4-HMAC-SHA256",
                    date,
                    String.join("/", List.of(scope).subList(1, 5)),
                    sha256(canonical.getBytes(StandardCharsets.UTF_8)));
            byte[] key = ("AWS4" + secret).getBytes(StandardCharsets.UTF_8);
            for (String step : List.of(scope).subList(1, 5)) {
                key = hmac(key, step);
            }
            String expected = HexFormat.of().formatHex(hmac(key, toSign));
            return expected.equals(parts.get("Signature")) ? null : "signature";
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Host and everything that begins with {@code x-amz-} must be signed. */
    private static @Nullable String unsigned(MultiMap headers, List<String> signed) {
        List<String> must = new ArrayList<>(List.of("host", "x-amz-date", "x-amz-target", "content-type"));
        headers.names().stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .filter(name -> name.startsWith("x-amz-"))
                .forEach(must::add);
        return must.stream().filter(name -> !signed.contains(name)).findFirst().orElse(null);
    }

    private static String canonical(String method, String uri, MultiMap headers, String signedHeaders, Buffer body)
            throws GeneralSecurityException {
        StringBuilder canonical = new StringBuilder();
        canonical.append(method).append('\n').append(uri).append('\n').append('\n');
        for (String name : signedHeaders.split(";", -1)) {
            List<String> values = headers.getAll(name).stream()
                    .map(value -> value.trim().replaceAll(" +", " "))
                    .toList();
            canonical.append(name).append(':').append(String.join(",", values)).append('\n');
        }
        return canonical
                .append('\n')
                .append(signedHeaders)
                .append('\n')
                .append(sha256(body.getBytes()))
                .toString();
    }

    private static String sha256(byte[] bytes) throws GeneralSecurityException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }

    private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    }
}
