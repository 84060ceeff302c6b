#!/bin/bash
# Writes each variable KAFKA_SOME_NAME as the property some.name, formats the data folder once, and starts the broker.
set -euo pipefail
config=/opt/kafka/config/server.properties
: > "$config"
while IFS='=' read -r -d '' name value; do
  case "$name" in
    KAFKA_HEAP_OPTS | KAFKA_OPTS | KAFKA_JVM_PERFORMANCE_OPTS) ;;
    KAFKA_*)
      key="${name#KAFKA_}"
      key="${key//___/-}"
      key="${key//__/%}"
      key="${key//_/.}"
      key="${key//%/_}"
      printf '%s=%s\n' "${key,,}" "$value" >> "$config"
      ;;
  esac
done < /proc/self/environ
logging=(-Dorg.slf4j.simpleLogger.logFile=System.out -Dorg.slf4j.simpleLogger.defaultLogLevel=warn
  -Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info)
java -XX:TieredStopAtLevel=1 "${logging[@]}" -cp '/opt/kafka/libs/*' kafka.tools.StorageTool \
  format --ignore-formatted -t "${CLUSTER_ID:-5L6g3nShT-eMCtK--X86sw}" -c "$config"
# The options are lists of words.
# shellcheck disable=SC2086
exec java ${KAFKA_HEAP_OPTS:-} ${KAFKA_JVM_PERFORMANCE_OPTS:-} ${KAFKA_OPTS:-} "${logging[@]}" \
  -cp '/opt/kafka/libs/*' kafka.Kafka "$config"
