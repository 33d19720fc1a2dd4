package io.heatshield.expression;

import io.heatshield.expression.Statement.Column;
import io.heatshield.expression.Statement.Order;
import io.heatshield.expression.Statement.Returning;
import io.heatshield.expression.Token.Kind;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * DynamoDB's PartiQL, from text to statements whose conditions and updates are the trees of expressions. Reading takes
 * time linear in the text, whatever the text.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.html">PartiQL</a>
 */
public final class PartiQl {
    /** How deep calls may nest in a SET: it keeps the stack small. */
    private static final int MAX_CALLS = 32;

    private final StatementTokens tokens;
    private final StatementValues values;
    private final StatementConditions conditions;

    private PartiQl(StatementTokens tokens, List<AttributeValue> parameters) {
        this.tokens = tokens;
        this.values = new StatementValues(tokens, parameters);
        this.conditions = new StatementConditions(tokens, values);
    }

    /**
     * Reads a statement.
     *
     * @param text the statement
     * @param parameters what its question marks stand for, in order
     * @throws DynamoException a ValidationException: in the service's words where they are known, and for all that is
     *     not supported one that begins as the service's do
     */
    public static Statement parse(String text, List<AttributeValue> parameters) {
        PartiQl parser = new PartiQl(StatementTokens.of(text), parameters);
        Statement statement = parser.statement();
        parser.tokens.takeSymbol(";");
        if (parser.tokens.peek().kind() != Kind.END) {
            throw parser.tokens.unexpected("Unexpected token after expression");
        }
        parser.values.requireAllUsed();
        return statement;
    }

    private Statement statement() {
        if (tokens.takeCall("EXISTS")) {
            tokens.expectWord("SELECT");
            Statement.Select select = select();
            tokens.expectSymbol(")");
            return new Statement.Exists(select);
        }
        if (tokens.takeWord("SELECT")) {
            return select();
        }
        if (tokens.takeWord("INSERT")) {
            return insert();
        }
        if (tokens.takeWord("UPDATE")) {
            return update();
        }
        if (tokens.takeWord("DELETE")) {
            return delete();
        }
        throw StatementTokens.notWellFormed("Expected data manipulation");
    }

    private Statement.Select select() {
        List<Column> columns = new ArrayList<>();
        if (!tokens.takeSymbol("*")) {
            do {
                columns.add(column());
            } while (tokens.takeSymbol(","));
        }
        tokens.expectWord("FROM");
        String table = table();
        String index = index();
        refuseAlias();
        return new Statement.Select(table, index, columns, where(), order());
    }

    private Column column() {
        Token token = tokens.peek();
        if (token.kind() == Kind.WORD && tokens.peekNext().isSymbol("(")) {
            throw StatementValues.invalid("Unexpected path component at " + tokens.position(token));
        }
        DocumentPath path = values.path();
        refuseAlias();
        return new Column(path, lastName(path));
    }

    /** A column is called by its last name and the indices behind it. */
    private static String lastName(DocumentPath path) {
        int last = path.elements().size() - 1;
        while (!(path.elements().get(last) instanceof DocumentPath.Name)) {
            last--;
        }
        StringBuilder name = new StringBuilder();
        path.elements().subList(last, path.elements().size()).forEach(name::append);
        return name.toString();
    }

    private void refuseAlias() {
        Token token = tokens.peek();
        boolean word = token.kind() == Kind.WORD && !tokens.isKeyword(token);
        if (token.isWord("AS") || word || token.kind() == Kind.QUOTED) {
            throw StatementValues.invalid("Aliasing is not supported");
        }
    }

    private List<Order> order() {
        List<Order> order = new ArrayList<>();
        if (tokens.takeWord("ORDER")) {
            tokens.expectWord("BY");
            do {
                String attribute = tokens.name();
                boolean descending = tokens.takeWord("DESC");
                if (!descending) {
                    tokens.takeWord("ASC");
                }
                order.add(new Order(attribute, descending));
            } while (tokens.takeSymbol(","));
        }
        return order;
    }

    private Statement insert() {
        tokens.expectWord("INTO");
        String table = table();
        if (tokens.peek().isSymbol(".")) {
            throw StatementValues.invalid("FROM clause may only contain a single table name");
        }
        tokens.expectWord("VALUE");
        return new Statement.Insert(table, values.item());
    }

    private Statement update() {
        String table = table();
        String index = index();
        PathTree<DocumentPath> targets = new PathTree<>();
        List<UpdateAction> actions = new ArrayList<>();
        boolean more = true;
        while (more) {
            boolean set = tokens.takeWord("SET");
            if (set || tokens.takeWord("REMOVE")) {
                do {
                    actions.add(action(set, targets));
                } while (tokens.takeSymbol(","));
            } else {
                more = false;
            }
        }
        if (actions.isEmpty()) {
            throw tokens.unexpected("Expected SET or REMOVE");
        }
        return new Statement.Update(table, index, new Update(actions), where(), returning());
    }

    private UpdateAction action(boolean set, PathTree<DocumentPath> targets) {
        DocumentPath target = values.path();
        PathTree.Clash clash = targets.add(target, target);
        if (clash != null) {
            throw StatementValues.invalid(clash.message(target));
        }
        if (!set) {
            return new UpdateAction.Remove(target);
        }
        tokens.expectSymbol("=");
        for (String function : List.of("SET_ADD", "SET_DELETE")) {
            Token name = tokens.peek();
            if (tokens.takeCall(function)) {
                return setFunction(function, name, target);
            }
        }
        return new UpdateAction.Put(target, assigned());
    }

    /** {@code SET path = set_add(path, <<…>>)}, where both paths must be the same. */
    private UpdateAction setFunction(String function, Token name, DocumentPath target) {
        Token first = tokens.peek();
        if (!values.path().equals(target)) {
            throw StatementValues.invalid("The first argument to " + function + " must equal the assignment value at "
                    + tokens.position(name));
        }
        tokens.expectSymbol(",");
        AttributeValue elements = values.value();
        tokens.expectSymbol(")");
        boolean isSet = elements instanceof AttributeValue.SS
                || elements instanceof AttributeValue.NS
                || elements instanceof AttributeValue.BS;
        if (!isSet) {
            throw StatementValues.invalid("The second argument to " + function + " must be a value with type SET at "
                    + tokens.position(first));
        }
        return function.equals("SET_ADD")
                ? new UpdateAction.Add(target, elements, false)
                : new UpdateAction.Delete(target, elements, false);
    }

    private UpdateValue assigned() {
        UpdateValue left = operand(0);
        boolean minus = tokens.peek().isSymbol("-");
        if (!minus && !tokens.peek().isSymbol("+")) {
            return left;
        }
        String sign = tokens.take().text();
        UpdateValue right = operand(0);
        for (UpdateValue operand : List.of(left, right)) {
            String type = operand.literalType();
            if (type != null && !type.equals("N")) {
                throw StatementValues.invalid("Incorrect operand type for operator or function; operator or function: "
                        + sign + ", operand type: " + type);
            }
        }
        return new UpdateValue.Arithmetic(left, minus, right);
    }

    private UpdateValue operand(int depth) {
        if (depth <= MAX_CALLS && tokens.takeCall("LIST_APPEND")) {
            UpdateValue first = operand(depth + 1);
            tokens.expectSymbol(",");
            UpdateValue second = operand(depth + 1);
            tokens.expectSymbol(")");
            return new UpdateValue.ListAppend(first, second);
        }
        if (values.atValue()) {
            return new UpdateValue.Literal(values.value());
        }
        Token token = tokens.peek();
        if (token.kind() == Kind.WORD && tokens.peekNext().isSymbol("(")) {
            throw StatementTokens.notWellFormed(
                    "Unsupported function " + token.text().toLowerCase(Locale.ROOT));
        }
        return new UpdateValue.Path(values.path());
    }

    private Statement delete() {
        tokens.expectWord("FROM");
        String table = table();
        String index = index();
        Where where = where();
        Returning returning = returning();
        if (returning != Returning.NONE && returning != Returning.ALL_OLD) {
            throw StatementValues.invalid("Invalid returning clause: RETURNING "
                    + returning.name().replace('_', ' ')
                    + " *. Only RETURNING ALL OLD * is allowed in DELETE statements.");
        }
        return new Statement.Delete(table, index, where, returning);
    }

    private String table() {
        return notEmpty(tokens.name());
    }

    private @Nullable String index() {
        if (!tokens.takeSymbol(".")) {
            return null;
        }
        String index = notEmpty(tokens.name());
        if (tokens.peek().isSymbol(".")) {
            throw StatementValues.invalid("A path may contain at most 2 components in the FROM clause");
        }
        return index;
    }

    private static String notEmpty(String component) {
        if (component.isEmpty()) {
            throw StatementValues.invalid("Path component cannot be an empty string");
        }
        return component;
    }

    private Where where() {
        return tokens.takeWord("WHERE") ? Where.of(conditions.read()) : new Where(List.of());
    }

    private Returning returning() {
        if (!tokens.takeWord("RETURNING")) {
            return Returning.NONE;
        }
        boolean all = tokens.takeWord("ALL");
        if (!all) {
            tokens.expectWord("MODIFIED");
        }
        boolean old = tokens.takeWord("OLD");
        if (!old) {
            tokens.expectWord("NEW");
        }
        tokens.expectSymbol("*");
        if (all) {
            return old ? Returning.ALL_OLD : Returning.ALL_NEW;
        }
        return old ? Returning.MODIFIED_OLD : Returning.MODIFIED_NEW;
    }
}
