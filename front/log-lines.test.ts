import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { bundleProgram, bundleScript } from '@/dev/bundle-programs'
import { testEnvironment } from '@/server/testing/test-database'

const NOISE = `
import { redirectConsole } from './front/redirect-console'
redirectConsole()
console.log('two\\nlines', { a: 1 })
console.error('\\u001b[31m⨯\\u001b[0m', new Error('of a library'))
process.emitWarning('of Node')
setTimeout(() => Promise.reject(new Error('nobody caught')), 50)
`

async function run(program: string, env: Record<string, string>) {
  const { BASE_URL: _, ...inherited } = process.env
  const child = spawn(process.execPath, [program], { env: { ...inherited, ...env } })
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { lines: out.split('\n').filter(Boolean), errors, code }
}

it('what libraries and Node print is a JSON line each, and so is the error a process dies of', {
  timeout: 240_000,
}, async () => {
  const env = { ...testEnvironment('postgres://127.0.0.1:9/none'), LOG_LEVEL: 'info' }
  const { lines, errors, code } = await run(await bundleScript(NOISE), env)
  expect(errors).toBe('')
  const said = lines.map((line) => JSON.parse(line))
  expect(said).toMatchObject([
    { level: 30, msg: 'two\nlines { a: 1 }' },
    { level: 50, err: { message: 'of a library' } },
    { level: 40, err: { message: 'of Node' } },
    { level: 60, err: { message: 'nobody caught' } },
  ])
  expect(code).toBe(1)
})

it('so is the sentence of a start that cannot be', async () => {
  const { lines, errors, code } = await run(await bundleProgram('front/server.ts'), { NODE_ENV: 'production' })
  expect(errors).toBe('')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 60, msg: expect.stringMatching(/^BASE_URL is missing/) },
  ])
  expect(code).toBe(78)
})
