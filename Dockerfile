# The deployment shape: the app alone, stateless, many copies behind a proxy. Postgres and Inngest run elsewhere (compose.yaml
# shows one way). Written for machines with Docker. `npm run prove -- image` makes the same folder without Docker and runs it.
FROM node:24.8-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/sdk/package.json packages/sdk/
COPY packages/cli/package.json packages/cli/
COPY packages/job-engine/package.json packages/job-engine/
COPY packages/sandbox-bank/package.json packages/sandbox-bank/
COPY packages/solana-rpc/package.json packages/solana-rpc/
COPY contracts/package.json contracts/
# No package needs its install script: `allowScripts` in package.json says so of each.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run image

FROM node:24.8-slim
# The app needs node alone.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn*
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 NEXT_TELEMETRY_DISABLED=1
COPY --from=build /app/dist/image ./
# Where a signer's socket stands (compose.signer.yaml): a volume there belongs to this user.
RUN install -d -o node -g node -m 0750 /run/slipway
# It writes no file: the root may be read-only.
USER node
EXPOSE 3000
# Alive, not ready: without Postgres a new process would be no better.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Before a new version: node dist/migrate.mjs, with the same environment.
CMD ["node", "dist/front.mjs"]
