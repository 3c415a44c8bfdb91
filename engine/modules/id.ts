/** The ids of games and agents of the user. */
import { z } from 'zod'

/** An id, as modules of either kind say it. */
export const moduleId = z
  .string('id: expected a name')
  .regex(
    /^\w[\w.-]{0,39}$/,
    'id: expected at most 40 letters, digits and any of . - _, a letter or digit first',
  )
