#!/usr/bin/env bash
# Writes 6,000 items of 1 KB a second to one partition key of the embedded origin, then over twelve, with the service's
# ceilings per partition, and prints what was accepted and why the rest was not.
#
#   src/bench/laboratory/run.sh [SECONDS [SCALE]]
#
# SCALE (1) multiplies load and ceilings, for machines that cannot write 6,000 a second. Wants a build with test classes
# (mvn -DskipTests package).
set -euo pipefail
cd "$(dirname "$0")/../../.."
exec java -Xmx256m -cp target/heatshield.jar:target/test-classes io.heatshield.bench.LaboratoryDemonstration "$@"
