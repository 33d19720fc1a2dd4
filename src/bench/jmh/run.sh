#!/usr/bin/env bash
# Builds with the JMH benchmarks of src/jmh/java and runs those whose name matches, on one core.
#
#   src/bench/jmh/run.sh [REGEX [JMH OPTIONS]]
#
# Leaves generated classes in target/: build anew (mvn clean) before packaging for anything else.
set -euo pipefail
cd "$(dirname "$0")/../../.."
mvn -q -B -Pjmh -DskipTests package
mvn -q -B -Pjmh dependency:build-classpath -DincludeScope=test -Dmdep.outputFile=target/jmh-classpath.txt
pin=()
! command -v taskset >/dev/null || pin=(taskset -c 0)
exec "${pin[@]}" java -cp "target/test-classes:target/classes:$(cat target/jmh-classpath.txt)" \
  org.openjdk.jmh.Main "${@:-.*}"
