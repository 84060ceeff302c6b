# Joins the network of another container to change where its packets go, and holds the library that shifts a process's clock.
FROM superscope-test/debian:bookworm
RUN apt-get update -qq \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends iproute2 libfaketime \
    && rm -rf /var/lib/apt/lists/*
CMD ["ip", "neigh"]
