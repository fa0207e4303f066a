'use client'

import { useEffect, useId, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Label } from '@/components/ui/label'
import { lazyPart } from '@/components/ui/lazy-part'
import { PlainInput } from '@/components/ui/plain-input'
import { useLazyPart } from '@/components/ui/use-lazy-part'
import { formatUtc } from '@/server/text/format-utc'
import type { Token } from './obtain-token'
import { useToken } from './token-context'

const ownToken = lazyPart(() => import('./own-token'))
const exchange = lazyPart(() => import('./obtain-token'))

/** The form for an access token: by an API key, or pasted. An owner can request one from a project. */
export function TokenForm() {
  const { token, setToken, projects } = useToken()
  const { module, load } = useLazyPart(ownToken)
  const isOwner = projects.length > 0
  useEffect(() => {
    if (isOwner) void load()
  }, [isOwner, load])
  const [secret, setSecret] = useState('')
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const id = useId()

  async function submit() {
    setPending(true)
    setProblem(null)
    try {
      setToken(await obtain(secret))
      setSecret('')
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The token endpoint did not respond.')
    } finally {
      setPending(false)
    }
  }

  if (token) {
    const until = token.expiresAt && formatUtc(token.expiresAt, { seconds: false })
    const actions = (
      <Button size="sm" onClick={() => setToken(null)}>
        Remove token
      </Button>
    )
    return (
      <Alert tone="success" title="Calls use your access token" actions={actions}>
        {until ? `It is valid until ${until}. ` : ''}It is kept in memory only.
      </Alert>
    )
  }
  return (
    <div className="space-y-5">
      {module ? <module.OwnToken projects={projects} onToken={setToken} /> : null}
      <form
        className="space-y-1.5"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Label htmlFor={id}>API key or access token</Label>
        <div className="flex flex-wrap gap-2">
          <PlainInput
            id={id}
            mono
            type="password"
            autoComplete="off"
            required
            aria-describedby={`${id}-hint`}
            value={secret}
            onFocus={() => void exchange.load().catch(() => null)}
            onChange={(event) => setSecret(event.target.value)}
            className="w-auto flex-1 basis-44"
          />
          <Button type="submit" variant="primary" pending={pending}>
            Use
          </Button>
        </div>
        <p id={`${id}-hint`} className="text-[0.8125rem] text-muted-foreground">
          A key is exchanged for an access token immediately. Nothing is stored. Closing the page discards both.
        </p>
        {problem ? <Alert tone="danger">{problem}</Alert> : null}
      </form>
    </div>
  )
}

async function obtain(secret: string): Promise<Token> {
  const module = await exchange.load().catch(() => null)
  if (!module) throw new Error('This part of the page could not be loaded. Check your connection and try again.')
  return module.obtainToken(secret)
}
