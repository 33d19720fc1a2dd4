package io.heatshield.service;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.heatshield.expression.DocumentPath;
import io.heatshield.expression.Expressions;
import io.heatshield.expression.Placeholders;
import io.heatshield.protocol.Call;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.TableId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The projections that the origin has accepted. A projection is applied here only once the origin has accepted that
 * very expression, with those very names, on that table: so whatever the service finds wrong with an expression, it is
 * the service that says so, in its own words, and no cached answer can hide it.
 */
final class Projections {
    private final Cache<Accepted, Projector> accepted;

    private record Accepted(TableId table, Call.Projected projected) {}

    /**
     * @param max projections remembered; the least used are asked about again
     */
    Projections(int max) {
        this.accepted =
                Caffeine.newBuilder().maximumSize(max).executor(Runnable::run).build();
    }

    /** How to project, or null if the origin has yet to be asked. */
    @Nullable
    Projector known(TableId table, Call.Projected projected) {
        return accepted.getIfPresent(new Accepted(table, projected));
    }

    /**
     * The origin has accepted this one.
     *
     * @return whether it can be applied here from now on
     */
    boolean accept(TableId table, Call.Projected projected) {
        List<List<Object>> paths;
        try {
            paths = paths(projected);
        } catch (DynamoException e) {
            // The origin knows a grammar that this code does not: it goes on being asked.
            return false;
        }
        accepted.put(new Accepted(table, projected), Projector.of(paths));
        return true;
    }

    /** How many are remembered. */
    long size() {
        return accepted.estimatedSize();
    }

    private static List<List<Object>> paths(Call.Projected projected) {
        String expression = projected.expression();
        List<List<Object>> paths = new ArrayList<>();
        if (expression == null) {
            projected.legacy().forEach(name -> paths.add(List.of(name)));
            return paths;
        }
        Placeholders names = Placeholders.of(projected.names().isEmpty() ? null : projected.names(), null);
        for (DocumentPath path : Expressions.projection(expression, names).paths()) {
            paths.add(path.elements().stream().map(Projections::step).toList());
        }
        return paths;
    }

    private static Object step(DocumentPath.Element element) {
        return element instanceof DocumentPath.Index index ? index.index() : ((DocumentPath.Name) element).name();
    }
}
