package io.heatshield;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;
import java.util.List;

/** The layer table of the architecture page, held by the build: imports go down only, never sideways. */
@AnalyzeClasses(packages = "io.heatshield", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
    /** From the top to the ground. Packages of one layer do not import each other. */
    private static final List<List<String>> LAYERS = List.of(
            List.of("app"),
            List.of("http", "admin"),
            List.of("service"),
            List.of("shard", "tail"),
            List.of("cache", "heat"),
            List.of("embedded"),
            List.of("origin", "expression"),
            List.of("protocol", "sigv4"),
            List.of("metrics", "config"));

    @ArchTest
    static void importsGoDownTheTable(JavaClasses classes) {
        for (int layer = 0; layer < LAYERS.size(); layer++) {
            for (String room : LAYERS.get(layer)) {
                List<String> above = LAYERS.subList(0, layer + 1).stream()
                        .flatMap(List::stream)
                        .filter(other -> !other.equals(room))
                        .map(other -> "io.heatshield." + other + "..")
                        .toList();
                if (!above.isEmpty()) {
                    noClasses()
                            .that()
                            .resideInAPackage("io.heatshield." + room + "..")
                            .should()
                            .dependOnClassesThat()
                            .resideInAnyPackage(above.toArray(String[]::new))
                            .allowEmptyShould(true)
                            .check(classes);
                }
            }
        }
    }

    @ArchTest
    static final ArchRule noCycles =
            slices().matching("io.heatshield.(*)..").should().beFreeOfCycles();

    /** The loader is a function that the caller passes in. */
    @ArchTest
    static final ArchRule theCacheKnowsNoOrigin = noClasses()
            .that()
            .resideInAPackage("io.heatshield.cache..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.heatshield.origin..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule caffeineIsConfined =
            only("com.github.benmanes.caffeine..", "cache", "origin", "heat", "service");

    @ArchTest
    static final ArchRule awsIsConfined = only("software.amazon.awssdk..", "origin", "sigv4", "app");

    @ArchTest
    static final ArchRule micrometerIsConfined = only("io.micrometer..", "metrics");

    @ArchTest
    static final ArchRule vertxWebIsConfined = only("io.vertx.ext.web..", "http", "admin");

    @ArchTest
    static final ArchRule yamlAndCommandLineAreConfined = only("com.fasterxml.jackson.dataformat..", "config");

    @ArchTest
    static final ArchRule picocliIsConfined = only("picocli..", "app");

    private static ArchRule only(String library, String... rooms) {
        return noClasses()
                .that()
                .resideOutsideOfPackages(Arrays.stream(rooms)
                        .map(room -> "io.heatshield." + room + "..")
                        .toArray(String[]::new))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .allowEmptyShould(true);
    }
}
