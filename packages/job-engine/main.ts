import { readSettings } from './settings'
import { startEngine } from './start-engine'
import { surviveDriverFault } from './survive-driver-fault'

function quit(message: string): never {
  console.error(message)
  process.exit(2)
}

function reasonOf(error: unknown): string {
  // a refused connection to a name with several addresses has a code and no message
  if (error instanceof Error) return error.message || ('code' in error ? String(error.code) : error.name)
  return String(error)
}

function settingsOrQuit(): ReturnType<typeof readSettings> {
  try {
    return readSettings(process.argv.slice(2), process.env)
  } catch (error) {
    return quit(reasonOf(error))
  }
}

async function main(): Promise<void> {
  const settings = settingsOrQuit()
  const engine = await startEngine(settings).catch((error: unknown) =>
    quit(`The job engine cannot start: ${reasonOf(error)}`),
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
  console.log(`engine ready on ${engine.url}`)
}

// Printed by the console alone: a full disk under the log costs its lines, and not the engine.
surviveDriverFault()
await main()
