package io.heatshield.app;

import io.heatshield.config.AuthConfig;
import io.heatshield.config.EmbeddedConfig;
import io.heatshield.config.HeatshieldConfig;
import io.heatshield.config.OriginConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What {@code serve} prints once it serves: what it is, where it listens, what stands behind, what it keeps, who may
 * ask, and what should not be overlooked; on the embedded origin with sample tables, what to try as well.
 */
final class StartBlock {
    /** Of an item of the sample table Products. */
    private static final String KEY = "{\"id\":{\"S\":\"p-42\"}}";

    private final List<String> lines = new ArrayList<>();

    private StartBlock() {}

    /**
     * Where the process listens and what stands behind it, now that it runs.
     *
     * @param dynamoDb the URL of the DynamoDB endpoint
     * @param admin the URL of the admin face
     * @param origin the origin's description of itself
     * @param localBytes what the local tier may take, 0 if there is none
     * @param samples the names of the sample tables, if there are any
     */
    record Faces(String dynamoDb, String admin, String origin, long localBytes, List<String> samples) {}

    /** The block, lines ended. */
    static String of(HeatshieldConfig config, Faces faces, List<String> warnings) {
        StartBlock block = new StartBlock();
        block.lines.add("Heatshield " + Version.current());
        block.facts(config, faces);
        warnings.forEach(warning -> block.fact("warning", warning));
        if (!faces.samples().isEmpty()) {
            block.toTry(faces);
        }
        return String.join(System.lineSeparator(), block.lines) + System.lineSeparator();
    }

    private void facts(HeatshieldConfig config, Faces faces) {
        fact("DynamoDB", faces.dynamoDb());
        fact("admin", faces.admin());
        fact(
                "origin",
                faces.origin()
                        + (config.origin().kind() == OriginConfig.Kind.EMBEDDED ? kept(config.embedded()) : "")
                        + (faces.samples().isEmpty() ? "" : "; sample tables " + String.join(", ", faces.samples())));
        fact(
                "tiers",
                faces.localBytes() == 0 ? "none" : "local, " + (faces.localBytes() >> 20) + "MiB" + shared(config));
        fact("auth", config.auth().mode() == AuthConfig.Mode.NONE ? "none: signatures are not checked" : "");
    }

    private static String shared(HeatshieldConfig config) {
        String shown = config.sharedTier().shown();
        return shown == null
                ? "; not shared: what is written through another node shows here after its TTL"
                : "; shared, " + shown + ", coherence "
                        + config.coherence().name().toLowerCase(Locale.ROOT);
    }

    private static String kept(EmbeddedConfig embedded) {
        return embedded.dataDir() == null ? ", in memory, gone at the end" : ", kept in " + embedded.dataDir();
    }

    private void toTry(Faces faces) {
        lines.add(faces.localBytes() == 0 ? "Try:" : "Try, twice, and see x-heatshield-cache go from miss to local:");
        lines.add("  curl -si " + faces.dynamoDb() + " -H 'X-Amz-Target: DynamoDB_20120810.GetItem'"
                + " -H 'Content-Type: application/x-amz-json-1.0' -d '{\"TableName\":\"Products\",\"Key\":" + KEY
                + "}'");
        lines.add("  AWS_ACCESS_KEY_ID=any AWS_SECRET_ACCESS_KEY=any aws dynamodb get-item --region us-east-1"
                + " --endpoint-url " + faces.dynamoDb() + " --table-name Products --key '" + KEY + "'");
        lines.add("  curl -s " + faces.admin() + "/metrics");
    }

    private void fact(String name, String text) {
        lines.add("  " + name + " ".repeat(Math.max(1, 10 - name.length())) + text);
    }
}
