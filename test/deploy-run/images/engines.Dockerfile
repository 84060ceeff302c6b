# The embedded event store, MongoDB and ClickHouse. One container runs one of them, for other containers over TLS.
ARG NODE
FROM ${NODE}
WORKDIR /engines
COPY package.json package-lock.json ./
COPY deploy deploy
COPY libs/embedded/package.json libs/embedded/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund -w @superscope/embedded
COPY . .
# A new volume takes the owner of the folder at which it is mounted.
RUN install --directory --owner=1000 --group=1000 /var/lib/eventstore /var/log/eventstore /data/db /data/configdb \
    /var/lib/clickhouse /var/log/clickhouse-server
USER 1000:1000
ENTRYPOINT ["node", "--disable-warning=DEP0123", "/engines/engine.mjs"]
