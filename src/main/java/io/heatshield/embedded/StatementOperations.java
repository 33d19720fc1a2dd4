package io.heatshield.embedded;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import io.heatshield.expression.PartiQl;
import io.heatshield.expression.Statement;
import io.heatshield.expression.Where;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.Operation;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The PartiQL operations: ExecuteStatement, BatchExecuteStatement, ExecuteTransaction. */
final class StatementOperations {
    private final Tables tables;
    private final IdempotencyTokens tokens;

    StatementOperations(Tables tables, InstantSource clock) {
        this.tables = tables;
        this.tokens = new IdempotencyTokens(clock);
    }

    List<Route> routes() {
        return List.of(
                Route.heavy(Operation.EXECUTE_STATEMENT, StatementInputs.EXECUTE, this::execute),
                Route.heavy(Operation.BATCH_EXECUTE_STATEMENT, StatementInputs.BATCH, this::batch),
                Route.heavy(Operation.EXECUTE_TRANSACTION, StatementInputs.TRANSACTION, this::transaction));
    }

    private static Statement parse(Input request) {
        List<AttributeValue> parameters = new ArrayList<>();
        JsonNode node = request.node("Parameters");
        if (node != null) {
            for (JsonNode each : node) {
                parameters.add(AttributeJson.read(each, request.layer().wording()));
            }
        }
        return PartiQl.parse(request.needed("Statement"), parameters);
    }

    private static void refuseExists(Statement statement) {
        if (statement instanceof Statement.Exists) {
            throw DynamoError.validation("EXISTS is only supported in a transaction")
                    .exception();
        }
    }

    private static boolean showsOld(Input request) {
        return "ALL_OLD".equals(request.text("ReturnValuesOnConditionCheckFailure"));
    }

    private Answer execute(Input request) {
        Statement statement = parse(request);
        Table table = tables.require(statement.table());
        Consumption consumption = new Consumption(statement.table());
        if (statement instanceof Statement.Select select) {
            StatementRead read = new StatementRead(select, table, request.flag("ConsistentRead"))
                    .run(request.number("Limit"), StatementToken.of(request), consumption);
            return answer(request, read.items(), read, consumption);
        }
        refuseExists(statement);
        Map<String, AttributeValue> shown =
                StatementWrite.of(statement, table, showsOld(request)).run(consumption);
        return answer(request, shown == null ? List.of() : List.of(shown), null, consumption);
    }

    private static Answer answer(
            Input request,
            List<Map<String, AttributeValue>> items,
            @Nullable StatementRead read,
            Consumption consumption) {
        return out -> {
            out.writeArrayFieldStart("Items");
            for (Map<String, AttributeValue> item : items) {
                AttributeJson.writeItem(item, out);
            }
            out.writeEndArray();
            StatementToken next = read == null ? null : read.nextToken();
            if (next != null) {
                out.writeStringField("NextToken", next.text(request));
            }
            Map<String, AttributeValue> last = read == null ? null : read.last();
            if (last != null) {
                out.writeFieldName("LastEvaluatedKey");
                AttributeJson.writeItem(last, out);
            }
            consumption.writeMember(request, out);
        };
    }

    /** What became of one statement of a batch: an item, nothing or an error. */
    private record Response(
            @Nullable String table,
            @Nullable Map<String, AttributeValue> item,
            @Nullable DynamoError error) {

        void write(JsonGenerator out) throws IOException {
            out.writeStartObject();
            if (error != null) {
                boolean noTable = error.kind() == ErrorKind.RESOURCE_NOT_FOUND;
                Cancellation.Reason reason = Cancellation.Reason.of(error);
                out.writeObjectFieldStart("Error");
                out.writeStringField("Code", noTable ? "ResourceNotFound" : reason.code());
                out.writeStringField("Message", reason.message());
                if (error.members() != null) {
                    out.writeRaw("," + error.members());
                }
                out.writeEndObject();
            }
            if (table != null) {
                out.writeStringField("TableName", table);
            }
            if (item != null) {
                out.writeFieldName("Item");
                AttributeJson.writeItem(item, out);
            }
            out.writeEndObject();
        }
    }

    private Answer batch(Input request) {
        List<Response> responses = new ArrayList<>();
        Map<String, Consumption> consumed = new LinkedHashMap<>();
        for (Input each : request.structuresOrNone("Statements")) {
            responses.add(respond(each, consumed));
        }
        return out -> {
            out.writeArrayFieldStart("Responses");
            for (Response response : responses) {
                response.write(out);
            }
            out.writeEndArray();
            Consumption.writeMembers(request, consumed.values(), out);
        };
    }

    private Response respond(Input each, Map<String, Consumption> consumed) {
        String name = null;
        try {
            Statement statement = parse(each);
            name = statement.table();
            Table table = tables.require(name);
            Consumption consumption = consumed.computeIfAbsent(name, Consumption::new);
            if (statement instanceof Statement.Select select) {
                StatementRead read = new StatementRead(select, table, each.flag("ConsistentRead"));
                if (!read.ofOneItem()) {
                    throw DynamoError.validation("Select statements within BatchExecuteStatement must specify the"
                                    + " primary key in the where clause.")
                            .exception();
                }
                List<Map<String, AttributeValue>> items =
                        read.run(null, null, consumption).items();
                return new Response(name, items.isEmpty() ? null : items.get(0), null);
            }
            refuseExists(statement);
            return new Response(
                    name, StatementWrite.of(statement, table, showsOld(each)).run(consumption), null);
        } catch (DynamoException e) {
            return new Response(name, null, e.error());
        }
    }

    private Answer transaction(Input request) {
        List<Input> requests = request.structuresOrNone("TransactStatements");
        List<Statement> statements =
                requests.stream().map(StatementOperations::parse).toList();
        long reads =
                statements.stream().filter(Statement.Select.class::isInstance).count();
        if (reads == statements.size()) {
            return read(request, statements);
        }
        if (reads > 0) {
            throw DynamoError.validation("The entire transaction must consist of either read statements or write"
                            + " statements, you cannot mix both in one transaction")
                    .exception();
        }
        Transaction.Outcome outcome = tokens.once(request, () -> write(requests, statements));
        return out -> {
            out.writeArrayFieldStart("Responses");
            out.writeEndArray();
            Consumption.writeMembers(request, outcome.consumed(), out);
        };
    }

    private Transaction.Outcome write(List<Input> requests, List<Statement> statements) {
        Transaction transaction = new Transaction(statements.size());
        for (int i = 0; i < statements.size(); i++) {
            Statement statement = statements.get(i);
            Table table = tables.require(statement.table());
            Mutation mutation;
            try {
                mutation = StatementWrite.of(statement, table, showsOld(requests.get(i)))
                        .mutation();
            } catch (DynamoException e) {
                transaction.fail(e);
                continue;
            }
            transaction.add(statement.table(), mutation);
        }
        return transaction.run();
    }

    private Answer read(Input request, List<Statement> statements) {
        TransactionRead transaction = new TransactionRead(statements.size());
        for (Statement statement : statements) {
            Statement.Select select = (Statement.Select) statement;
            Table table = tables.require(select.table());
            Where.Target target;
            StoreKey place;
            try {
                target = StatementWrite.target(table, select.where());
                place = KeyRules.place(table, target.key());
            } catch (DynamoException e) {
                transaction.fail(e);
                continue;
            }
            transaction.add(
                    select.table(), table, place, item -> target.condition().test(item) ? select.project(item) : null);
        }
        return transaction.answer(request);
    }
}
