import { parseArgs } from 'node:util'
import { z } from 'zod'

const USAGE = 'usage: ENGINE_DATABASE_URL=<postgres url> engine --port <port> --serve-url <url> [--workers <n>]'

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
  databaseUrl: 'ENGINE_DATABASE_URL',
  serveUrl: '--serve-url (ENGINE_SERVE_URL)',
  workers: '--workers (ENGINE_WORKERS)',
  retryScale: '--retry-scale (ENGINE_RETRY_SCALE)',
  graceMs: 'ENGINE_GRACE_MS',
  retentionMs: 'ENGINE_RETENTION_MS',
  signingKey: 'ENGINE_SIGNING_KEY',
  eventKey: 'ENGINE_EVENT_KEY',
}

type Settings = z.infer<typeof settings>

/** Settings from flags, else from the environment, secrets from there alone; throws one clear sentence. */
export function readSettings(args: string[], env: Record<string, string | undefined>): Settings {
  let values: { [name: string]: string | string[] | undefined }
  try {
    values = parseArgs({
      args,
      options: {
        port: { type: 'string' },
        'serve-url': { type: 'string', multiple: true },
        workers: { type: 'string' },
        'retry-scale': { type: 'string' },
      },
    }).values
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}; ${USAGE}`)
  }
  const parsed = settings.safeParse({
    port: values.port ?? env.ENGINE_PORT ?? 8288,
    databaseUrl: env.ENGINE_DATABASE_URL,
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
  throw new Error(`The job engine cannot start: ${name} is missing or wrong (${issue?.message}).`)
}
