import { parseArgs } from 'node:util'
import { z } from 'zod'
import { startEngine } from './start-engine'

const USAGE = 'usage: engine --port <port> --database-url <postgres url> --serve-url <url> [--workers <n>]'

const settings = z.object({
  port: z.coerce.number().int().min(0).max(65_535),
  databaseUrl: z.url({ protocol: /^postgres(ql)?$/ }),
  serveUrl: z.array(z.url({ protocol: /^https?$/ })),
  workers: z.coerce.number().int().min(1).max(200).optional(),
  retryScale: z.coerce.number().positive().optional(),
  graceMs: z.coerce.number().int().nonnegative().optional(),
  retentionMs: z.coerce.number().int().positive().optional(),
  signingKey: z.string().min(1).optional(),
  eventKey: z.string().min(1).optional(),
})

const NAMES: Record<string, string> = {
  port: '--port (ENGINE_PORT)',
  databaseUrl: '--database-url (ENGINE_DATABASE_URL)',
  serveUrl: '--serve-url (ENGINE_SERVE_URL)',
  workers: '--workers (ENGINE_WORKERS)',
  retryScale: '--retry-scale (ENGINE_RETRY_SCALE)',
  graceMs: 'ENGINE_GRACE_MS',
  retentionMs: 'ENGINE_RETENTION_MS',
  signingKey: 'ENGINE_SIGNING_KEY',
  eventKey: 'ENGINE_EVENT_KEY',
}

function quit(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

function readSettings(): z.infer<typeof settings> {
  let values: { [name: string]: string | string[] | undefined }
  try {
    values = parseArgs({
      options: {
        port: { type: 'string' },
        'database-url': { type: 'string' },
        'serve-url': { type: 'string', multiple: true },
        workers: { type: 'string' },
        'retry-scale': { type: 'string' },
      },
    }).values
  } catch (error) {
    return quit(`${error instanceof Error ? error.message : String(error)}; ${USAGE}`)
  }
  const { env } = process
  const parsed = settings.safeParse({
    port: values.port ?? env.ENGINE_PORT ?? 8288,
    databaseUrl: values['database-url'] ?? env.ENGINE_DATABASE_URL,
    serveUrl: values['serve-url'] ?? env.ENGINE_SERVE_URL?.split(',') ?? [],
    workers: values.workers ?? env.ENGINE_WORKERS,
    retryScale: values['retry-scale'] ?? env.ENGINE_RETRY_SCALE,
    graceMs: env.ENGINE_GRACE_MS,
    retentionMs: env.ENGINE_RETENTION_MS,
    signingKey: env.ENGINE_SIGNING_KEY,
    eventKey: env.ENGINE_EVENT_KEY,
  })
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const name = NAMES[String(issue?.path[0])] ?? 'an argument'
  return quit(`The job engine cannot start: ${name} is missing or wrong (${issue?.message}).`)
}

async function main(): Promise<void> {
  const engine = await startEngine(readSettings()).catch((error: unknown) =>
    quit(`The job engine cannot start: ${error instanceof Error ? error.message || error.name : String(error)}`),
  )
  let closing = false
  const close = () => {
    if (closing) return
    closing = true
    // a call that is still running is taken up again by the next engine
    setTimeout(() => process.exit(0), 5000).unref()
    engine.close().then(
      () => process.exit(0),
      () => process.exit(0),
    )
  }
  process.on('SIGTERM', close)
  process.on('SIGINT', close)
  process.stdout.write(`engine ready on ${engine.url}\n`)
}

await main()
