import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createTransactionRow } from '@/server/testing/messages'
import { openCli } from './cli.test-data'

const run = promisify(execFile)
const { finish, login, caller } = openCli()

test('one transaction is shown with a line for each field, and as one object of JSON', async () => {
  await login()
  const { id } = await createTransactionRow({ ...caller().tenant, secret: Buffer.alloc(0) })
  const { out } = await finish(['tx', id])
  expect(out.split('\n')).toEqual(
    expect.arrayContaining([`id           ${id}`, expect.stringMatching(/^status {7}\w+$/)]),
  )
  expect(JSON.parse((await finish(['tx', id, '--json'])).out)).toMatchObject({ id })
})

test('a live key says what it can do', async () => {
  const { notes } = await login()
  expect(notes).toContain('This is a live key: on mainnets it moves real money.')
})

test('an unknown name is called unknown, and the message names the list', async () => {
  await login()
  expect((await finish(['frobnicate'])).notes).toBe('Unknown command: frobnicate. List all: slipway help')
  expect((await finish(['call', 'nothing'])).notes).toBe('Unknown operation: nothing. List all: slipway call --list')
  expect((await finish(['trigger', 'nothing', '--forward-to', 'localhost:1'])).notes).toBe(
    'Unknown kind of event: nothing. List all: slipway trigger --list',
  )
  expect((await finish(['wallets', 'destroy'])).notes).toBe(
    'Unknown command: wallets destroy. See slipway help wallets',
  )
  expect(await finish(['call'])).toMatchObject({ code: 2, notes: expect.stringContaining('slipway call') })
})

test('call lists all operations, also before a sign-in', async () => {
  const { code, out } = await finish(['call', '--list'])
  expect(code).toBe(0)
  expect(out.split('\n')).toEqual(expect.arrayContaining(['createTransferBatch', 'getBalance']))
  expect(out).not.toContain('waitFor')
})

/** What bash offers after these words. */
async function offered(...words: string[]): Promise<string[]> {
  const { out } = await finish(['completions', 'bash'])
  const list = words.map((word) => `'${word}'`).join(' ')
  const script = `${out}\nCOMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _slipway; echo "\${COMPREPLY[@]}"`
  return (await run('bash', ['-c', script])).stdout.trim().split(' ')
}

test('bash completes commands, options, operations and the words of a command', async () => {
  expect(await offered('slipway', 'com')).toEqual(['completions'])
  expect(await offered('slipway', 'wallets', 'cr')).toEqual(['create'])
  expect(await offered('slipway', 'completions', 'z')).toEqual(['zsh'])
  expect(await offered('slipway', 'help', 'lis')).toEqual(['listen'])
  expect(await offered('slipway', 'call', 'createTransfer')).toEqual(['createTransfer', 'createTransferBatch'])
  expect(await offered('slipway', 'send', '--base')).toEqual(['--base-url'])
})

test('fish knows the words of a command, its values and the options of all', async () => {
  const { out } = await finish(['completions', 'fish'])
  expect(out).toContain("'__fish_seen_subcommand_from wallets' -a 'create'")
  expect(out).toMatch(/from call' -a '[^']*\bgetBalance\b/)
  expect(out).toMatch(/from send' -r -l to /)
  expect(out).toContain('complete -c slipway -r -l base-url')
})
