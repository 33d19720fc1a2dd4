#!/usr/bin/env bash
# A node under load whose Redis is stopped (kill -STOP) and goes on: latencies before, meanwhile and after, failed
# requests, and warnings of blocked event loops.
#
#   src/bench/redis-hang/run.sh [SECONDS]
#
# SECONDS is the length of each of the three phases, 20 if absent. Wants: a build with test classes
# (mvn -DskipTests package), redis-server.
set -euo pipefail
cd "$(dirname "$0")/../../.."
mvn -q -B dependency:build-classpath -Dmdep.outputFile=target/bench-classpath -Dmdep.includeScope=test
exec java -Xmx256m -cp "target/test-classes:target/classes:$(cat target/bench-classpath)" \
  io.heatshield.history.RedisHang "${1:-20}"
