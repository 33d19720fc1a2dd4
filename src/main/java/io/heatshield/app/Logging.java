package io.heatshield.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import io.heatshield.config.LogConfig;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;

/** Sets up the log of the process: standard error, one line an event. */
final class Logging {
    private Logging() {}

    /**
     * Applies the configuration, in place of whatever was in force. Libraries are heard from {@code warn} upwards
     * only: below that they speak of single requests.
     */
    static void apply(LogConfig config) {
        ILoggerFactory factory = LoggerFactory.getILoggerFactory();
        if (!(factory instanceof LoggerContext context)) {
            throw new IllegalStateException(
                    "logging is bound to " + factory.getClass().getName());
        }
        context.reset();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setName("stderr");
        appender.setTarget("System.err");
        appender.setEncoder(encoder(config.format(), context));
        appender.start();
        Level level = Level.valueOf(config.level().name());
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.addAppender(appender);
        root.setLevel(level.isGreaterOrEqual(Level.WARN) ? level : Level.WARN);
        context.getLogger("io.heatshield").setLevel(level);
        // It warns at every attempt to reconnect; an outage is said once, by us.
        context.getLogger("io.lettuce").setLevel(Level.ERROR);
        org.slf4j.Logger own = LoggerFactory.getLogger(Logging.class);
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> own.atError()
                .addKeyValue("thread", thread.getName())
                .setCause(thrown)
                .log("uncaught exception"));
    }

    private static LogLine encoder(LogConfig.Format format, LoggerContext context) {
        LogLine encoder = switch (format) {
            case LOGFMT -> new LogLine.Logfmt();
            case JSON -> new LogLine.Json();
        };
        encoder.setContext(context);
        encoder.start();
        return encoder;
    }
}
