package io.heatshield.http;

import io.netty.util.AsciiString;

/** Header names and fixed values, encoded once. Case as the service writes it; clients must not care, some log it. */
final class HeaderNames {
    static final AsciiString TARGET = new AsciiString("X-Amz-Target");
    static final AsciiString HOP = new AsciiString("x-heatshield-hop");
    static final AsciiString SMITHY_PROTOCOL = new AsciiString("smithy-protocol");
    static final AsciiString CONTENT_TYPE = new AsciiString("Content-Type");
    static final AsciiString CONTENT_LENGTH = new AsciiString("Content-Length");
    static final AsciiString CONTENT_ENCODING = new AsciiString("Content-Encoding");
    static final AsciiString EXPECT = new AsciiString("Expect");
    static final AsciiString HOST = new AsciiString("Host");
    static final AsciiString ORIGIN = new AsciiString("Origin");
    static final AsciiString CONNECTION = new AsciiString("Connection");

    static final AsciiString SERVER = new AsciiString("Server");
    static final AsciiString DATE = new AsciiString("Date");
    static final AsciiString REQUEST_ID = new AsciiString("x-amzn-RequestId");
    static final AsciiString CRC32 = new AsciiString("x-amz-crc32");
    static final AsciiString INVOCATION = new AsciiString("amz-sdk-invocation-id");
    static final AsciiString ATTEMPT = new AsciiString("amz-sdk-request");
    static final AsciiString PARTIAL = new AsciiString("x-heatshield-partial");
    static final AsciiString CACHE = new AsciiString("x-heatshield-cache");
    static final AsciiString RETRY_AFTER = new AsciiString("x-amz-retry-after");

    static final AsciiString ALLOW_ORIGIN = new AsciiString("Access-Control-Allow-Origin");
    static final AsciiString ALLOW_HEADERS = new AsciiString("Access-Control-Allow-Headers");
    static final AsciiString ALLOW_METHODS = new AsciiString("Access-Control-Allow-Methods");
    static final AsciiString EXPOSE_HEADERS = new AsciiString("Access-Control-Expose-Headers");
    static final AsciiString MAX_AGE = new AsciiString("Access-Control-Max-Age");
    static final AsciiString REQUEST_HEADERS = new AsciiString("Access-Control-Request-Headers");
    static final AsciiString REQUEST_METHOD = new AsciiString("Access-Control-Request-Method");

    static final AsciiString ETAG = new AsciiString("ETag");
    static final AsciiString AGE = new AsciiString("Age");
    static final AsciiString CACHE_CONTROL = new AsciiString("Cache-Control");
    static final AsciiString ACCEL_EXPIRES = new AsciiString("X-Accel-Expires");
    static final AsciiString VARY = new AsciiString("Vary");
    static final AsciiString LINK = new AsciiString("Link");
    static final AsciiString LOCATION = new AsciiString("Location");
    static final AsciiString ALLOW = new AsciiString("Allow");
    static final AsciiString RETRY_AFTER_SECONDS = new AsciiString("Retry-After");
    static final AsciiString ACCEPT_ENCODING = new AsciiString("Accept-Encoding");
    static final AsciiString IF_MATCH = new AsciiString("If-Match");
    static final AsciiString IF_NONE_MATCH = new AsciiString("If-None-Match");

    static final AsciiString HEATSHIELD = new AsciiString("Heatshield");
    static final AsciiString CLOSE = new AsciiString("close");
    static final AsciiString ANY = new AsciiString("*");

    private HeaderNames() {}
}
