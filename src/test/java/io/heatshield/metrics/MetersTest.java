package io.heatshield.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class MetersTest {
    private final Meters meters = Meters.prometheus("test", 3, List.of("GetItem", "PutItem"));

    @AfterEach
    void close() {
        meters.close();
    }

    private Stream<String> series(String name) {
        return meters.scrape("")
                .text()
                .lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "));
    }

    private String value(String series) {
        return series(series.replaceAll("\\{.*", ""))
                .filter(line -> line.startsWith(series + " "))
                .map(line -> line.substring(series.length() + 1))
                .findFirst()
                .orElse("absent");
    }

    private static String request(String operation, String outcome, String table) {
        return "heatshield_requests_total{operation=\"" + operation + "\",outcome=\"" + outcome + "\",table=\"" + table
                + "\"}";
    }

    @Test
    void requests_areCountedByOperationTableAndOutcome() {
        meters.requests().answered("GetItem", "A", Outcome.SUCCESS);
        meters.requests().answered("GetItem", "A", Outcome.SUCCESS);
        meters.requests().answered("GetItem", "A", Outcome.THROTTLED);
        meters.requests().answered("PutItem", "A", Outcome.SERVER_ERROR);
        meters.requests().answered("GetItem", null, Outcome.SUCCESS);
        assertThat(value(request("GetItem", "success", "A"))).isEqualTo("2.0");
        assertThat(value(request("GetItem", "throttled", "A"))).isEqualTo("1.0");
        assertThat(value(request("PutItem", "server_error", "A"))).isEqualTo("1.0");
        assertThat(value(request("GetItem", "success", "none"))).isEqualTo("1.0");
        assertThat(series("heatshield_requests_total")).hasSize(4);
    }

    @Test
    void operations_thatAreNotKnown_areOther() {
        for (int i = 0; i < 50; i++) {
            meters.requests().answered("Invented" + i, "A", Outcome.CLIENT_ERROR);
        }
        meters.requests().answered("Invented", "A", Outcome.SUCCESS);
        assertThat(value(request("other", "client_error", "other"))).isEqualTo("50.0");
        assertThat(value(request("other", "success", "A"))).isEqualTo("1.0");
    }

    @Test
    void tables_beyondTheCap_areOtherForEver() {
        for (String table : List.of("A", "B", "C", "D", "E", "A", "D")) {
            meters.requests().answered("GetItem", table, Outcome.SUCCESS);
        }
        assertThat(value(request("GetItem", "success", "A"))).isEqualTo("2.0");
        assertThat(value(request("GetItem", "success", "C"))).isEqualTo("1.0");
        assertThat(value(request("GetItem", "success", "other"))).isEqualTo("3.0");
        // The same tables have tags wherever tables are told apart.
        meters.cache().served("D", Served.LOCAL);
        meters.origin().answered("GetItem", "D", 200, null, 1);
        assertThat(value("heatshield_cache_reads_total{served=\"local\",table=\"other\"}"))
                .isEqualTo("1.0");
        assertThat(value("heatshield_origin_calls_total{outcome=\"success\",table=\"other\"}"))
                .isEqualTo("1.0");
    }

    @Test
    void tables_thatWereOnlyEverRefused_useUpNoTags() {
        for (int i = 0; i < 100; i++) {
            meters.requests().answered("GetItem", "no-such-table-" + i, Outcome.CLIENT_ERROR);
            meters.origin().answered("GetItem", "no-such-table-" + i, 400, "ResourceNotFoundException", 1);
        }
        meters.requests().answered("GetItem", "A", Outcome.SUCCESS);
        meters.requests().answered("GetItem", "A", Outcome.CLIENT_ERROR);
        assertThat(value(request("GetItem", "client_error", "other"))).isEqualTo("100.0");
        assertThat(value(request("GetItem", "client_error", "A"))).isEqualTo("1.0");
    }

    @Test
    void counting_fromManyThreads_losesNothingAndKeepsTheCap() throws Exception {
        int threads = 8;
        int each = 2_000;
        CountDownLatch start = new CountDownLatch(1);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        for (int t = 0; t < threads; t++) {
            pool.execute(() -> {
                try {
                    start.await();
                    for (int i = 0; i < each; i++) {
                        meters.requests().answered("GetItem", "T" + i % 20, Outcome.SUCCESS);
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        start.countDown();
        pool.shutdown();
        assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        List<String> lines = series("heatshield_requests_total").toList();
        assertThat(lines).hasSize(4);
        double sum = lines.stream()
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
        assertThat(sum).isEqualTo(threads * each);
    }

    @Test
    void cache_tellsTiersLoadsAndOccupancy() {
        AtomicLong entries = new AtomicLong(7);
        meters.cache().localTier(entries::get, () -> 4096, 1 << 20, () -> 5, () -> 500);
        meters.cache().flights(() -> 2);
        meters.cache().controls(() -> 3, 9, () -> 1);
        for (Served how : Served.values()) {
            meters.cache().served("A", how);
        }
        for (LoadResult result : LoadResult.values()) {
            meters.cache().loaded("A", result, 2_000_000);
        }
        meters.cache().refreshBegun("A");
        meters.cache().shed("A");
        meters.cache().unfenced("A");
        entries.set(8);
        assertThat(series("heatshield_cache_reads_total")).hasSize(Served.values().length);
        assertThat(value("heatshield_cache_reads_total{served=\"stale\",table=\"A\"}"))
                .isEqualTo("1.0");
        assertThat(value("heatshield_cache_loads_total{result=\"fenced\",table=\"A\"}"))
                .isEqualTo("1.0");
        assertThat(value("heatshield_cache_refreshes_total{table=\"A\"}")).isEqualTo("1.0");
        assertThat(value("heatshield_cache_shed_total{table=\"A\"}")).isEqualTo("1.0");
        assertThat(value("heatshield_cache_unfenced_total{table=\"A\"}")).isEqualTo("1.0");
        assertThat(value("heatshield_cache_load_time_seconds_count")).isEqualTo("6");
        assertThat(value("heatshield_cache_entries{tier=\"local\"}")).isEqualTo("8.0");
        assertThat(value("heatshield_cache_bytes{tier=\"local\"}")).isEqualTo("4096.0");
        assertThat(value("heatshield_cache_bytes_limit{tier=\"local\"}")).isEqualTo("1048576.0");
        assertThat(value("heatshield_cache_evictions_total{tier=\"local\"}")).isEqualTo("5.0");
        assertThat(value("heatshield_cache_flights")).isEqualTo("2.0");
        assertThat(value("heatshield_cache_controls")).isEqualTo("3.0");
        assertThat(value("heatshield_cache_controls_limit")).isEqualTo("9.0");
        assertThat(value("heatshield_cache_controls_lost_total")).isEqualTo("1.0");
    }

    @Test
    void selfCheck_tellsLooksByAgeTierAndResult() {
        meters.selfCheck().watch(() -> 4, 1_000);
        meters.selfCheck().looked(1, "local", "same");
        meters.selfCheck().looked(1, "local", "same");
        meters.selfCheck().looked(60, "shared", "mismatch");
        assertThat(value("heatshield_selfcheck_looks_total{age=\"1s\",result=\"same\",tier=\"local\"}"))
                .isEqualTo("2.0");
        assertThat(value("heatshield_selfcheck_looks_total{age=\"60s\",result=\"mismatch\",tier=\"shared\"}"))
                .isEqualTo("1.0");
        assertThat(value("heatshield_selfcheck_keys")).isEqualTo("4.0");
        assertThat(value("heatshield_selfcheck_keys_limit")).isEqualTo("1000.0");
    }

    @Test
    void origin_tellsCallsErrorsThrottlesAndFailures() {
        meters.origin().occupancy(() -> 3, 50, () -> 1, 100);
        meters.requests().answered("GetItem", "A", Outcome.SUCCESS);
        meters.origin().answered("GetItem", "A", 200, null, 3_000_000);
        meters.origin().answered("GetItem", "A", 400, "ProvisionedThroughputExceededException", 3_000_000);
        meters.origin().answered("GetItem", "A", 400, "ConditionalCheckFailedException", 3_000_000);
        meters.origin().answered("GetItem", "A", 500, "InternalServerError", 3_000_000);
        meters.origin().failed("GetItem", "A", "refused", 1_000_000);
        meters.origin().resent("GetItem", "broken-connection");
        meters.origin().waited("A", 5_000_000);
        for (String outcome : List.of("success", "throttled", "client_error", "server_error")) {
            assertThat(value("heatshield_origin_calls_total{outcome=\"" + outcome + "\",table=\"A\"}"))
                    .isEqualTo("1.0");
        }
        assertThat(value("heatshield_origin_errors_total{error=\"InternalServerError\"}"))
                .isEqualTo("1.0");
        assertThat(value("heatshield_origin_failures_total{reason=\"refused\"}"))
                .isEqualTo("1.0");
        assertThat(value("heatshield_origin_resent_total{reason=\"broken-connection\"}"))
                .isEqualTo("1.0");
        assertThat(value("heatshield_origin_in_flight_limit")).isEqualTo("50.0");
        assertThat(value("heatshield_origin_queued")).isEqualTo("1.0");
        assertThat(value("heatshield_origin_wait_seconds_count")).isEqualTo("1");
        assertThat(
                        value(
                                "heatshield_origin_call_time_seconds_bucket{operation=\"GetItem\",outcome=\"success\",le=\"0.0025\"}"))
                .isEqualTo("0");
        assertThat(
                        value(
                                "heatshield_origin_call_time_seconds_bucket{operation=\"GetItem\",outcome=\"success\",le=\"0.005\"}"))
                .isEqualTo("1");
    }

    @Test
    void originsErrorShapes_areBounded() {
        for (int i = 0; i < 1_000; i++) {
            meters.origin().answered("GetItem", "A", 400, "Invented" + i, 1);
        }
        assertThat(series("heatshield_origin_errors_total")).hasSizeLessThanOrEqualTo(61);
    }

    @Test
    void listener_tellsConnectionsRequestsAndTimes() {
        meters.listener().connectionOpened();
        meters.listener().connectionOpened();
        meters.listener().connectionClosed();
        meters.listener().requestBegan();
        meters.listener().answered(Served.LOCAL, 80_000);
        assertThat(value("heatshield_connections")).isEqualTo("1.0");
        assertThat(value("heatshield_requests_in_flight")).isEqualTo("1.0");
        assertThat(value("heatshield_request_time_seconds_bucket{served=\"local\",le=\"5.0E-5\"}"))
                .isEqualTo("0");
        assertThat(value("heatshield_request_time_seconds_bucket{served=\"local\",le=\"1.0E-4\"}"))
                .isEqualTo("1");
    }
}
