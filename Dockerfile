# The deployment shape: the app alone, stateless, many copies behind a proxy. Postgres and Inngest run elsewhere (compose.yaml
# shows one way). Written for machines with Docker; `npm test` neither builds nor runs it.
FROM node:24.8-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24.8-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:24.8-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 NEXT_TELEMETRY_DISABLED=1
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/package.json /app/next.config.ts ./
COPY --from=build /app/.next ./.next
COPY --from=build /app/dist ./dist
COPY --from=build /app/db/migrations ./db/migrations
COPY --from=build /app/db/*.sql ./db/
USER node
EXPOSE 3000
# Alive, not ready: without Postgres a new process would be no better.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Before a new version: node dist/migrate.mjs, with the same environment.
CMD ["node", "--enable-source-maps", "dist/front.mjs"]
