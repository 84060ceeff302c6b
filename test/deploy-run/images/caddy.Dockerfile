FROM superscope-test/debian:bookworm
COPY caddy /usr/bin/caddy
CMD ["caddy"]
