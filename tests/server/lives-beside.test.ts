import { testLives } from '../support/lives/property.ts'

// Half of the lives, so that two processors share them.
testLives(2)
