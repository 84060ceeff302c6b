# Apache Kafka from its Maven artifacts, with the paths and the variables of the image apache/kafka.
FROM superscope-test/debian:bookworm
RUN apt-get update -qq \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends openjdk-17-jre-headless \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --uid 1000 appuser \
    && install --directory --owner=1000 --group=1000 /var/lib/kafka/data /opt/kafka/config
COPY jars /opt/kafka/libs
COPY kafka-start.sh /opt/kafka/start.sh
USER 1000:1000
EXPOSE 9092
CMD ["/bin/bash", "/opt/kafka/start.sh"]
