import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  problem: {
    not_found: 'No hay nada en esta dirección.',
    token_not_valid: 'El token de acceso falta, no es válido o ha caducado.',
    tier_required: 'Tu plan no incluye este contenido.',
    wrong_type: 'El cuerpo debe ser JSON, enviado como application/json.',
    wrong_json: 'El cuerpo no es JSON válido.',
    too_deep: 'El JSON tiene más de 32 niveles de profundidad.',
    too_many_values: 'El JSON contiene más de 2000 valores.',
    too_large: 'El cuerpo es demasiado grande.',
    bad_request: 'No se ha podido entender la solicitud.',
    wrong_cursor: 'Este cursor no pertenece a esta lista.',
    busy: 'El servidor está ocupado. Inténtalo de nuevo en un momento.',
    too_many: 'Demasiadas solicitudes. Inténtalo de nuevo más tarde.',
    failure: 'Algo ha salido mal por nuestra parte. Inténtalo de nuevo en un momento.',
  },
}
