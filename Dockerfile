FROM node:24 AS built
WORKDIR /app
COPY . .
RUN npm run build && npm ci --omit=dev

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=built --chown=node:node /app .
USER node
EXPOSE 3000
# Not npm: it ends at once at a SIGTERM, before the server has drained.
CMD ["node", "scripts/start.mjs"]
