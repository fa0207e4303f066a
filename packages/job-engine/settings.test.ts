import { expect, test } from 'vitest'
import { readSettings } from './settings'

const DATABASE = { ENGINE_DATABASE_URL: 'postgres://127.0.0.1:1/x' }

test('takes flags before the environment', () => {
  const env = { ...DATABASE, ENGINE_PORT: '1', ENGINE_SERVE_URL: 'http://a/x,http://b/x' }
  expect(readSettings(['--port', '2'], env)).toMatchObject({
    port: 2,
    databaseUrl: 'postgres://127.0.0.1:1/x',
    serveUrl: ['http://a/x', 'http://b/x'],
  })
})

test.each([
  [['--port', 'x'], DATABASE, 'ENGINE_PORT'],
  [['--port', '0'], {}, 'ENGINE_DATABASE_URL'],
  [['--port', '0'], { ENGINE_DATABASE_URL: 'mysql://x/y' }, 'ENGINE_DATABASE_URL'],
  [['--port', '0', '--serve-url', 'nonsense'], DATABASE, 'ENGINE_SERVE_URL'],
  [['--workers', '0'], DATABASE, 'ENGINE_WORKERS'],
  [['--colour', 'red'], DATABASE, '--colour'],
  // Arguments are for every user of the machine to read.
  [['--database-url', 'postgres://owner:secret@127.0.0.1/x'], {}, '--database-url'],
])('names what is wrong in %j', (args, env, hint) => {
  expect(() => readSettings(args, env)).toThrow(hint)
})
