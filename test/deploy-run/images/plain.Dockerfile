# In the place of Alpine: a shell, certificates and wget.
FROM superscope-test/debian:bookworm
CMD ["/bin/sh"]
