import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { errorText } from './error-text'
import { shortDisk } from './short-disk'
import { readStackFacts } from './stack-file'
import { readStackOptions, type StackOptions } from './stack-options'
import { claimHome, releaseHome } from './start-lock'

await main().catch((error: unknown) => {
  console.error(`\n${errorText(error)}`)
  process.exit(1)
})

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const options = readStackOptions(process.env, process.argv.slice(2))
  await run(options).catch((error: unknown) => {
    throw new Error([errorText(error), shortDisk(options.home)].filter(Boolean).join('\n\n'))
  })
}

async function run(options: StackOptions): Promise<void> {
  mkdirSync(join(options.home, 'logs'), { recursive: true })
  const owner = claimHome(options.home)
  if (owner !== null) {
    const facts = readStackFacts(options.home)
    const url = facts?.pids.start === owner ? facts.baseUrl : null
    console.log(
      url ? `Slipway already runs from this folder: ${url} (pid ${owner})` : `Slipway is being started (pid ${owner})`,
    )
    return
  }
  process.once('exit', () => releaseHome(options.home))

  const abort = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!abort.signal.aborted) console.log('\nStopping ...')
      abort.abort()
    })
  }
  const { startStack } = await import('./start-stack')
  // Resolves when everything has stopped.
  process.exit(await startStack(options, abort.signal))
}
