# docker build --secret id=npmrc,src=$HOME/.npmrc . where npm needs a registry or a proxy of one's own.
FROM node:24.21.0-slim AS built
WORKDIR /app
COPY package.json package-lock.json ./
# No script of a package: the Node and the PostgreSQL that they would bring are for developers.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
COPY . .
RUN node --disable-warning=ExperimentalWarning scripts/prepare.ts

FROM node:24.21.0-slim AS installed
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/slim-modules.ts scripts/
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error
RUN node --disable-warning=ExperimentalWarning scripts/slim-modules.ts

FROM node:24.21.0-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
# New volumes take their owner from these.
RUN mkdir -p /data /secrets/site /secrets/database /secrets/payments && chown -R node:node /data /secrets
COPY --from=installed /app/node_modules node_modules
COPY --from=built /app/package.json ./
COPY --from=built /app/prisma prisma
COPY --from=built /app/shared shared
COPY --from=built /app/scripts scripts
COPY --from=built /app/server server
COPY --from=built /app/dist dist
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=4s --start-period=60s --retries=3 \
    CMD ["node", "--disable-warning=ExperimentalWarning", "scripts/healthcheck.ts"]
# Not npm: it ends at once at a SIGTERM, before the server has drained.
CMD ["node", "scripts/start.mjs"]
