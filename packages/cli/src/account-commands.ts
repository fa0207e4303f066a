import { type Command, textOf } from './command'
import { deleteConfig, readConfig, saveConfig } from './config'
import { identifyKey } from './identify-key'
import { UsageError } from './terminal'

export const login: Command = {
  name: 'login',
  usage: 'login [--base-url https://api.example.com]',
  summary: 'Asks for an API key and stores it in a file that only you can read',
  takes: [0, 0],
  options: {},
  async run({ terminal, values }) {
    const stored = await readConfig(terminal)
    const baseUrl = textOf(values, 'base-url') ?? terminal.env.SLIPWAY_BASE_URL ?? stored?.baseUrl
    if (!baseUrl)
      throw new UsageError('The address of the API is missing: slipway login --base-url https://api.example.com')
    const apiKey = (await terminal.readSecret('API key (sk_live_...): ')).trim()
    if (!/^sk_\w+$/.test(apiKey)) throw new UsageError('This is not an API key: keys begin with sk_')
    const keeps = stored?.apiKey === apiKey && stored.baseUrl === baseUrl ? stored : {}
    const config = await identifyKey(
      { ...terminal, env: { XDG_CONFIG_HOME: terminal.env.XDG_CONFIG_HOME } },
      { ...keeps, apiKey, baseUrl },
    )
    await saveConfig(terminal, config)
    terminal.note(`Signed in to project ${config.projectId} at ${baseUrl}`)
    if (apiKey.startsWith('sk_live_')) terminal.note('This is a live key: on mainnets it moves real money.')
  },
}

export const logout: Command = {
  name: 'logout',
  usage: 'logout',
  summary: 'Deletes the stored API key',
  takes: [0, 0],
  options: {},
  run: ({ terminal }) => deleteConfig(terminal),
}
