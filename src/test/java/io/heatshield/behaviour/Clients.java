package io.heatshield.behaviour;

import java.net.URI;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.core.client.builder.SdkSyncClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** The SDK's clients of one origin, which try everything once. */
final class Clients implements AutoCloseable {
    private final DynamoDbClient dynamo;
    private final DynamoDbStreamsClient streams;

    Clients(URI endpoint) {
        this.dynamo = built(DynamoDbClient.builder(), endpoint);
        this.streams = built(DynamoDbStreamsClient.builder(), endpoint);
    }

    private static <C, B extends AwsClientBuilder<B, C> & SdkSyncClientBuilder<B, C>> C built(B builder, URI endpoint) {
        return builder.endpointOverride(endpoint)
                .region(Region.US_EAST_1)
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
                .overrideConfiguration(all -> all.retryStrategy(DefaultRetryStrategy.doNotRetry()))
                .build();
    }

    /** The one that knows an operation. */
    Object of(String operation) {
        return switch (operation) {
            case "ListStreams", "DescribeStream", "GetShardIterator", "GetRecords" -> streams;
            default -> dynamo;
        };
    }

    @Override
    public void close() {
        dynamo.close();
        streams.close();
    }
}
