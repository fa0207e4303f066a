'use client'

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { SCRIPTS_READY } from '@/components/ui/scripts-ready'
import type { Token } from './obtain-token'

/** A project whose owner is the reader. */
export type OwnedProject = { id: string; name: string }

type TokenState = { token: Token | null; setToken: (token: Token | null) => void; projects: readonly OwnedProject[] }

const TokenContext = createContext<TokenState>({ token: null, setToken: () => {}, projects: [] })

type TokenProviderProps = { projects: readonly OwnedProject[]; children: ReactNode }

/** Holds the reader's token for the forms of this page: in memory only, gone with the page. */
export function TokenProvider({ projects, children }: TokenProviderProps) {
  const [token, setToken] = useState<Token | null>(null)
  // Runs after the effects of all controls inside, which listen by then.
  useEffect(() => {
    document.dispatchEvent(new Event(SCRIPTS_READY))
  }, [])
  return <TokenContext value={{ token, setToken, projects }}>{children}</TokenContext>
}

export function useToken(): TokenState {
  return useContext(TokenContext)
}
