import { createHmac } from 'node:crypto'
import { type RunningBank, startBank } from '@/packages/sandbox-bank/serve-bank'
import { type Faucet, startFaucet } from './faucet/serve-faucet'
import { type MailCatcher, startMailCatcher } from './mail/catch-mail'
import type { StackOptions } from './stack-options'
import type { appEnvironment } from './stack-parts'

type Env = ReturnType<typeof appEnvironment>
type LocalStack = { env: Env; options: StackOptions; appPort: number }
export type LocalServices = ReturnType<typeof createLocalServices>

/** The faucet, the sandbox bank and the mail catcher. Only a stack with a local address has them. */
export function createLocalServices() {
  let faucet: Faucet | null = null
  let bank: RunningBank | null = null
  let mail: MailCatcher | null = null
  return {
    /** Starts the services that the stack needs, and adds their addresses to `env`. */
    async start({ env, options, appPort }: LocalStack): Promise<void> {
      if (!isLocal(env.BASE_URL)) return
      if (options.localChains) {
        faucet = await startFaucet()
        env.FAUCET_URL = faucet.url
      }
      const secret = createHmac('sha256', env.SLIPWAY_SECRET).update('sandbox-bank').digest('hex')
      bank = await startBank({ home: options.home, secret, appUrl: `http://127.0.0.1:${appPort}` })
      Object.assign(env, { SANDBOX_BANK_URL: bank.url, SANDBOX_BANK_SECRET: secret })
      // A demo stack sends no email to the outside.
      if (env.SMTP_URL === undefined) {
        mail = await startMailCatcher()
        env.SMTP_URL = mail.smtpUrl
      }
    },
    running: () => ({ faucet, bank, mail }),
    async close(): Promise<void> {
      await faucet?.close()
      await bank?.close()
      await mail?.close()
    },
  }
}

/** Whether the address is that of this machine. */
export function isLocal(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)
}
