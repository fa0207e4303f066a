import { homedir } from 'node:os'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runCli } from './run-cli'

const ending = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort())

process.exitCode = await runCli({
  args: process.argv.slice(2),
  env: process.env,
  home: homedir(),
  print: (line) => process.stdout.write(`${line}\n`),
  note: (line) => process.stderr.write(`${line}\n`),
  readSecret: (question) => (process.stdin.isTTY ? askHidden(question) : text(process.stdin)),
  readLines: () => createInterface({ input: process.stdin }),
  signal: ending.signal,
  fetch,
})

/** Shows the prompt and hides the typed text. */
function askHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  return new Promise((resolve) => {
    lines.question('', (answer) => {
      lines.close()
      process.stderr.write('\n')
      resolve(answer)
    })
    lines.once('SIGINT', () => {
      lines.close()
      process.stderr.write('\n')
      process.exit(130)
    })
  })
}
