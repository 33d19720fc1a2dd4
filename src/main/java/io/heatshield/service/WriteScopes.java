package io.heatshield.service;

import io.heatshield.cache.Scope;
import io.heatshield.expression.PartiQl;
import io.heatshield.expression.Statement;
import io.heatshield.expression.Where;
import io.heatshield.origin.TableCatalog;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.Call;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.ItemKey;
import io.heatshield.protocol.KeyParts;
import io.heatshield.protocol.TableDescription;
import io.heatshield.protocol.TableId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a write must fence: each item that can be told, and the whole table where one cannot. Each scope once. */
final class WriteScopes {
    private WriteScopes() {}

    /** Of items named by key. */
    static List<Scope> of(Call.ItemWrite call, TableCatalog catalog) {
        Set<Scope> scopes = new LinkedHashSet<>();
        for (Call.Target target : call.targets()) {
            TableDescription table = catalog.known(target.table());
            ItemKey key = null;
            if (table != null) {
                key = target.wholeItem()
                        ? target.parts().ofItem(table)
                        : target.parts().asKey(table);
            }
            scopes.add(scope(key, target.table()));
        }
        return new ArrayList<>(scopes);
    }

    /** Of statements: the item, where the statement and its parameters determine it. */
    static List<Scope> of(Call.StatementWrite call, TableCatalog catalog) {
        Set<Scope> scopes = new LinkedHashSet<>();
        for (Call.Written written : call.statements()) {
            TableDescription table = catalog.known(written.table());
            scopes.add(scope(table == null ? null : key(written, table), written.table()));
        }
        return new ArrayList<>(scopes);
    }

    /** Of whole tables. */
    static List<Scope> of(List<String> tables) {
        Set<Scope> scopes = new LinkedHashSet<>();
        tables.forEach(table -> scopes.add(new Scope.Table(TableId.bareName(table))));
        return new ArrayList<>(scopes);
    }

    private static Scope scope(@Nullable ItemKey key, String table) {
        return key == null ? new Scope.Table(TableId.bareName(table)) : new Scope.Item(key);
    }

    private static @Nullable ItemKey key(Call.Written written, TableDescription table) {
        List<AttributeValue> parameters = written.parameters();
        if (parameters == null) {
            return null;
        }
        try {
            Statement statement = PartiQl.parse(written.text(), parameters);
            if (!statement.table().equals(written.table())) {
                return null;
            }
            if (statement instanceof Statement.Insert insert) {
                return KeyParts.of(insert.item()).ofItem(table);
            }
            Where where = null;
            if (statement instanceof Statement.Update update) {
                where = update.where();
            } else if (statement instanceof Statement.Delete delete) {
                where = delete.where();
            }
            return where == null
                    ? null
                    : KeyParts.of(where.target(table.keys()).key()).asKey(table);
        } catch (DynamoException e) {
            // No full key, or a grammar that this code does not know: the table's fence covers it, whatever it is.
            return null;
        }
    }
}
