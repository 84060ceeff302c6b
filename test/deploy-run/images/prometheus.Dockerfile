FROM superscope-test/debian:bookworm
RUN apt-get update -qq \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends prometheus \
    && install --directory --owner=65534 --group=65534 /prometheus \
    && rm -rf /var/lib/apt/lists/* /var/lib/prometheus
USER 65534:65534
EXPOSE 9090
ENTRYPOINT ["/usr/bin/prometheus"]
