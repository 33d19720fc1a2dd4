package io.heatshield.http;

import io.heatshield.cache.CachedItem;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.KeyParts;
import io.heatshield.protocol.Reply;
import io.heatshield.protocol.TableDescription;
import io.heatshield.protocol.WireRequest;
import io.heatshield.service.ItemAnswer;
import io.heatshield.service.ItemSource;
import io.heatshield.service.RequestHandler;
import io.vertx.core.buffer.Buffer;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * {@code PUT}, {@code PATCH} and {@code DELETE} of one item: DynamoDB's own operations, by the way of every write, so
 * that fences, counts and errors are the same. Used by one event loop.
 *
 * <p>What an entity tag demands, or a patch of a map builds on, is read strongly and becomes a condition of the write, so
 * that a write in between is noticed by DynamoDB itself.
 */
final class ItemWriting {
    static final Set<String> PARAMETERS = Set.of("format");

    /** How often a patch that another write overtook is tried. */
    private static final int MOST_ATTEMPTS = 4;

    private final RequestHandler requests;
    private final ItemSource items;
    private final Workers workers;

    ItemWriting(RequestHandler requests, ItemSource items, Workers workers) {
        this.requests = requests;
        this.items = items;
        this.workers = workers;
    }

    /** What a write is of. */
    record Target(TableDescription table, KeyParts key) {
        String name() {
            return table.id().name();
        }

        String partition() {
            return table.keys().partition().name();
        }
    }

    /** The item as it is given. */
    void put(ItemExchange exchange, Target target, Buffer body) {
        Precondition wanted = Precondition.of(exchange.headers(), true);
        boolean typed = typed(exchange);
        workers.perform(exchange, new Workers.Work<>(body.length(), () -> BodyReader.item(body, typed)), given -> {
            Map<String, AttributeValue> item = ItemKeys.keyed(target.key(), given, typed);
            if (wanted instanceof Precondition.Tagged tagged) {
                matching(exchange, target, tagged, current -> {
                    WriteRequest write = onlyOver(current, target);
                    item.keySet().stream()
                            .filter(name -> !current.containsKey(name))
                            .forEach(write::onlyWithout);
                    put(exchange, write, item);
                });
            } else {
                put(exchange, demanding(wanted, target), item);
            }
        });
    }

    private void put(ItemExchange exchange, WriteRequest write, Map<String, AttributeValue> item) {
        send(exchange, write.put(item), answer -> exchange.send(ItemForms.hasAttributes(answer) ? 204 : 201));
    }

    /** No item any more. */
    void delete(ItemExchange exchange, Target target) {
        Precondition wanted = Precondition.of(exchange.headers(), false);
        QueryParameters.of(exchange.request().query(), Set.of());
        if (wanted instanceof Precondition.Tagged tagged) {
            matching(exchange, target, tagged, current -> delete(exchange, target, onlyOver(current, target)));
        } else {
            delete(exchange, target, demanding(wanted, target));
        }
    }

    private void delete(ItemExchange exchange, Target target, WriteRequest write) {
        send(exchange, write.delete(target.key()), answer -> exchange.send(204));
    }

    /** Parts of an item. */
    void patch(ItemExchange exchange, Target target, Buffer body) {
        Precondition wanted = Precondition.of(exchange.headers(), false);
        boolean typed = typed(exchange);
        workers.perform(exchange, new Workers.Work<>(body.length(), () -> BodyReader.patch(body, typed)), given -> {
            Map<String, Patch> patch = ItemKeys.unkeyed(target.key(), given, typed);
            if (wanted instanceof Precondition.Tagged tagged) {
                matching(exchange, target, tagged, current -> {
                    WriteRequest write = onlyOver(current, target);
                    patch.forEach((name, change) -> {
                        if (!current.containsKey(name)) {
                            write.onlyWithout(name);
                        }
                        write.set(name, change.applied(current.get(name)));
                    });
                    patched(exchange, write.update(target.key()), reply -> exchange.send(Precondition.lost()));
                });
            } else if (patch.values().stream().anyMatch(Patch.Merge.class::isInstance)) {
                merge(exchange, target, wanted, patch, 1);
            } else {
                WriteRequest write = new WriteRequest(target.name()).onlyWith(target.partition());
                patch.forEach((name, change) -> write.set(name, change.applied(null)));
                patched(exchange, write.update(target.key()), reply -> exchange.send(notThere(wanted)));
            }
        });
    }

    /** A map is merged with what is there: which is read, and must still be there when the write comes. */
    private void merge(
            ItemExchange exchange, Target target, Precondition wanted, Map<String, Patch> patch, int attempt) {
        current(exchange, target, current -> {
            if (current == null) {
                exchange.send(notThere(wanted));
                return;
            }
            WriteRequest write = new WriteRequest(target.name()).onlyWith(target.partition());
            patch.forEach((name, change) -> {
                if (change instanceof Patch.Merge) {
                    write.onlyIf(name, current.get(name));
                }
                write.set(name, change.applied(current.get(name)));
            });
            patched(exchange, write.update(target.key()), overtaken -> {
                if (attempt < MOST_ATTEMPTS) {
                    merge(exchange, target, wanted, patch, attempt + 1);
                } else {
                    exchange.send(new Problem(409, "conflict", "Other writes overtook this one; try again"));
                }
            });
        });
    }

    /** A patch changes what is there; it makes nothing. */
    private static Problem notThere(Precondition wanted) {
        return wanted instanceof Precondition.None ? Problem.noSuchItem() : Precondition.lost();
    }

    private void patched(ItemExchange exchange, WireRequest request, Consumer<Reply> lost) {
        send(
                exchange,
                request,
                answer -> workers.perform(
                        exchange,
                        new Workers.Work<>(
                                answer.payload().body().length(),
                                () -> ItemForms.render(ItemForms.attributes(answer), ItemForms.form(false, false))),
                        after -> exchange.send(204, HeaderNames.ETAG, after.tag())),
                lost);
    }

    private static WriteRequest demanding(Precondition wanted, Target target) {
        WriteRequest write = new WriteRequest(target.name());
        if (wanted instanceof Precondition.Exists) {
            return write.onlyWith(target.partition());
        }
        return wanted instanceof Precondition.Absent ? write.onlyWithout(target.partition()) : write;
    }

    /** Only over this very item. An attribute that it did not have is looked for only where the write names it. */
    private static WriteRequest onlyOver(Map<String, AttributeValue> current, Target target) {
        WriteRequest write = new WriteRequest(target.name()).onlyWith(target.partition());
        current.forEach((name, value) -> {
            if (!ItemKeys.isKey(target.table(), name)) {
                write.onlyIf(name, value);
            }
        });
        return write;
    }

    /** Goes on with the item that is there, if it is one of those with these tags. */
    private void matching(
            ItemExchange exchange,
            Target target,
            Precondition.Tagged wanted,
            Consumer<Map<String, AttributeValue>> next) {
        current(exchange, target, current -> {
            if (current == null || !wanted.tags().matchContent(ItemForms.contentDigest(current))) {
                exchange.send(Precondition.lost());
            } else {
                next.accept(current);
            }
        });
    }

    /** Goes on with the item that is there, read strongly, or with null if there is none. */
    private void current(ItemExchange exchange, Target target, Consumer<@Nullable Map<String, AttributeValue>> next) {
        items.read(
                ItemKeys.read(target.name(), target.key(), true),
                target.table(),
                answer -> exchange.step(() -> {
                    if (answer instanceof ItemAnswer.Passing passing) {
                        CachedItem item = passing.item();
                        Workers.Work<Map<String, AttributeValue>> reading = new Workers.Work<>(
                                item.length(), () -> item.present() ? ItemForms.read(item) : Map.of());
                        workers.perform(exchange, reading, read -> next.accept(item.present() ? read : null));
                    } else if (answer instanceof ItemAnswer.Refused refused) {
                        exchange.send(Problem.of(refused.reply()));
                    } else {
                        throw new IllegalStateException("a strong read was answered from a tier");
                    }
                }));
    }

    private void send(ItemExchange exchange, WireRequest request, Consumer<Reply> done) {
        send(exchange, request, done, lost -> exchange.send(Precondition.lost()));
    }

    private void send(ItemExchange exchange, WireRequest request, Consumer<Reply> done, Consumer<Reply> lost) {
        requests.handle(
                request,
                reply -> exchange.step(() -> {
                    if (reply.status() == 200) {
                        done.accept(reply);
                        return;
                    }
                    Problem problem = Problem.of(reply);
                    if (problem.status() == 412) {
                        lost.accept(reply);
                    } else {
                        exchange.send(problem);
                    }
                }));
    }

    private static boolean typed(ItemExchange exchange) {
        return QueryParameters.of(exchange.request().query(), PARAMETERS).typed();
    }
}
