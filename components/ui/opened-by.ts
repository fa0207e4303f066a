'use client'

import { createContext } from 'react'

/** What a dialog that is loaded late was opened with: `touch`, `mouse`, `pen`, or nothing for the keyboard. */
export const OpenedBy = createContext('')
