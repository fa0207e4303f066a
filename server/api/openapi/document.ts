import type { Endpoint } from '@/server/api/endpoint'
import { SCOPES } from '@/server/keys/scopes'
import { HEADERS } from './headers'
import { toOperation } from './operation'
import { type Json, schemaWriter } from './schemas'
import { webhookSection } from './webhooks'

const DESCRIPTION = [
  'Wallets, transfers, contract calls, payments and tokenized assets on EVM chains and Solana, with a webhook for each outcome. Exchange a project API key for a bearer token at `POST /v1/oauth/token`, then send it as `Authorization: Bearer`.',
  'An unknown path returns 404 `path_unknown`. An unsupported method returns 405 `method_not_allowed`, and `Allow` lists the supported ones. `null` for an optional field of a body has the same effect as leaving the field out.',
].join('\n\n')

const TAGS: Record<string, string> = {
  Authentication: 'From an API key to an access token.',
  Wallets: 'HD wallets of the business, its balance and the supported chains.',
  Transactions: 'Transfers, signed transactions and their outcomes.',
  'Sweep rules': 'Rules that move received money to one of your wallets.',
  'Address screening': 'Addresses that your transactions must not use.',
  Subscriptions: 'Products and their plans.',
  Tokens: 'Tokenized assets: issued, minted, limited and serviced on chain.',
  'Webhook endpoints': 'Destinations for all events of the project.',
  Project: 'Settings of the project.',
  Webhooks: 'Requests that the platform sends to you.',
}

/** The OpenAPI 3.1 document of the given endpoints. */
export function openApiDocument(endpoints: readonly Endpoint[], baseUrl: string): Json {
  const writer = schemaWriter()
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: toOperation(endpoint, writer) }
  }
  const webhooks = webhookSection(writer)
  const tags = [...new Set([...endpoints.flatMap((endpoint) => endpoint.tags), 'Webhooks'])]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Slipway API',
      version: '1.0.0',
      description: DESCRIPTION,
      license: { name: 'Proprietary', url: `${baseUrl}/docs` },
    },
    servers: [{ url: baseUrl }],
    tags: tags.map((name) => ({ name, description: TAGS[name] ?? name })),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'An access token of a live key.' },
        oauth: {
          type: 'oauth2',
          description: 'The same token, obtained by the client itself.',
          flows: {
            clientCredentials: {
              tokenUrl: `${baseUrl}/v1/oauth/token`,
              scopes: Object.fromEntries(SCOPES.map((scope) => [scope, scope])),
            },
          },
        },
      },
      schemas: writer.named,
      headers: HEADERS,
    },
  }
}
