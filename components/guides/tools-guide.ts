import type { Guide } from './guide'

/** The clients and tools in addition to plain HTTP, each with a first command. */
export function toolsGuide(baseUrl: string): Guide {
  return {
    id: 'client-libraries',
    title: 'Client libraries and tools',
    summary: 'The TypeScript SDK, the command line, Python, a Postman collection, an MCP server and texts for models.',
    paragraphs: [
      'Everything here uses the same operations as the reference, under the same names. Give programs the key in an environment variable, `SLIPWAY_API_KEY`, and keep it out of your code.',
    ],
    parts: [
      {
        title: 'TypeScript SDK',
        paragraphs: [
          '`@slipway/sdk` runs on Node 20.19 and newer, Bun, Deno and edge platforms, and has no dependencies. It gets and renews access tokens, sends an `Idempotency-Key` with each write, and retries 429 and 503. Errors have classes and codes.',
          'Each operation is a method that takes one object with all fields. `for await` reads all pages of a list, and `waitFor` waits until a transaction is final. `@slipway/sdk/webhooks` verifies webhooks.',
          'Without a registry that has the package, run `npm pack --workspace @slipway/sdk` in the folder of the platform and install the file it creates.',
        ],
        code: [
          { title: 'Install', code: 'npm install @slipway/sdk' },
          { title: 'TypeScript', code: sdkCode(baseUrl) },
        ],
      },
      {
        title: 'Command line (CLI)',
        paragraphs: [
          '`slipway` creates wallets, sends, follows transactions and forwards webhooks to your machine. It needs Node 20.19 or newer. In the folder of the platform, `npm run -s slipway --` is the same command, without an installation. `slipway help` lists all commands, and `--json` prints JSON.',
        ],
        code: [
          {
            title: 'Terminal',
            code: [
              'npm install --global @slipway/cli',
              `slipway login --base-url ${baseUrl}`,
              'slipway wallets --chain-type EVM',
              'slipway logs --since 1h',
              "slipway call getBalance '{}'",
            ].join('\n'),
          },
        ],
      },
      {
        title: 'Python',
        paragraphs: [
          'Each page of the reference has its call in Python, with the standard library only. For typed models, use a client generator for OpenAPI 3.1 with the document below.',
        ],
        code: [{ title: 'Python', code: pythonCode(baseUrl) }],
      },
      {
        title: 'Postman and Bruno',
        paragraphs: [
          `Import \`${baseUrl}/v1/openapi.json\` by its address. Or import \`packages/postman-collection.json\` from the folder of the platform: it gets access tokens and idempotency keys for you. Set its variables \`baseUrl\` (here \`${baseUrl}\`) and \`apiKey\`.`,
        ],
      },
      {
        title: 'MCP server',
        paragraphs: [
          '`slipway mcp` offers the operations to a model over the Model Context Protocol (stdio). It offers reads only, unless you add `--allow-writes`, and with a live key also `--live`. Policies of the project apply. `--tools` limits the operations. Use a key with the scopes that the model needs.',
        ],
        code: [
          { title: 'Terminal', code: 'slipway mcp --tools getBalance,listWallets' },
          {
            title: 'Configuration of an MCP client',
            code: JSON.stringify(
              {
                mcpServers: {
                  slipway: {
                    command: 'slipway',
                    args: ['mcp'],
                    env: { SLIPWAY_API_KEY: 'sk_live_...', SLIPWAY_BASE_URL: baseUrl },
                  },
                },
              },
              null,
              2,
            ),
          },
        ],
      },
      {
        title: 'llms.txt and Markdown',
        paragraphs: [
          `\`${baseUrl}/llms.txt\` lists all pages of these docs for models, and \`${baseUrl}/llms-full.txt\` has them in one file. Add \`.md\` to the address of a page to read it as Markdown.`,
        ],
      },
      {
        title: 'OpenAPI document',
        paragraphs: ['The whole API as OpenAPI 3.1, with all webhooks. `slipway openapi` prints the same document.'],
        code: [{ title: 'Terminal', code: `curl -s ${baseUrl}/v1/openapi.json -o openapi.json` }],
      },
    ],
    code: [],
  }
}

function sdkCode(baseUrl: string): string {
  return `import { createClient } from '@slipway/sdk'

const { SLIPWAY_API_KEY = '' } = process.env
const slipway = createClient({ apiKey: SLIPWAY_API_KEY, baseUrl: '${baseUrl}' })

const [wallet] = await slipway.createWallets({ chainType: 'EVM', purpose: 'DEPOSITS' })
console.log(wallet.address)

for await (const { id, status } of slipway.listTransactions()) console.log(id, status)`
}

function pythonCode(baseUrl: string): string {
  return `import json, os, urllib.request

def call(method, path, body=None, token=None):
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request("${baseUrl}" + path, data, headers, method=method)
    with urllib.request.urlopen(request) as response:
        return json.load(response)

grant = {"grant_type": "client_credentials", "client_secret": os.environ["SLIPWAY_API_KEY"]}
token = call("POST", "/v1/oauth/token", grant)["access_token"]
print(call("GET", "/v1/wallet/hd?pageSize=5", token=token)["data"])`
}
