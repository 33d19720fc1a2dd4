package io.heatshield.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What another process on this machine takes: resident memory by {@code /proc}, heap by the log that {@code -Xlog:gc}
 * writes, which knows the true peak and asks nothing of the process.
 */
final class ProcessWatch {
    private static final Pattern RESIDENT = Pattern.compile("(?m)^Vm(?:RSS|HWM):\\s+(\\d+) kB");
    private static final Pattern PAUSE = Pattern.compile("Pause (\\w+).* (\\d+)M->(\\d+)M\\((\\d+)M\\) ([0-9.]+)ms");

    private final ProcessHandle process;
    private final Path gcLog;

    ProcessWatch(long pid, Path gcLog) {
        this.process = ProcessHandle.of(pid).orElseThrow(() -> new IllegalArgumentException("no process " + pid));
        this.gcLog = gcLog;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** The most that was ever resident, in KiB, as the kernel kept it; 0 if the process is gone. */
    long peakResidentKib() throws IOException {
        return status("VmHWM");
    }

    /** What is resident now, in KiB; 0 if the process is gone. */
    long residentKib() throws IOException {
        return status("VmRSS");
    }

    private long status(String field) throws IOException {
        Path file = Path.of("/proc", Long.toString(process.pid()), "status");
        if (!Files.exists(file)) {
            return 0;
        }
        Matcher matcher = RESIDENT.matcher(Files.readString(file));
        while (matcher.find()) {
            if (matcher.group().startsWith(field)) {
                return Long.parseLong(matcher.group(1));
            }
        }
        return 0;
    }

    /**
     * What the collector saw so far.
     *
     * @param peakMib the most that was in use when a collection began
     * @param liveMib the most that a collection left behind
     * @param collections how many pauses there were
     * @param full how many of them were full collections
     * @param longestMillis the longest pause
     */
    record Heap(long peakMib, long liveMib, int collections, int full, double longestMillis) {}

    Heap heap() throws IOException {
        long peak = 0;
        long live = 0;
        int collections = 0;
        int full = 0;
        double longest = 0;
        for (String line : Files.readAllLines(gcLog)) {
            Matcher pause = PAUSE.matcher(line);
            if (pause.find()) {
                collections++;
                full += pause.group(1).equals("Full") ? 1 : 0;
                peak = Math.max(peak, Long.parseLong(pause.group(2)));
                live = Math.max(live, Long.parseLong(pause.group(3)));
                longest = Math.max(longest, Double.parseDouble(pause.group(5)));
            }
        }
        return new Heap(peak, live, collections, full, longest);
    }
}
