import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  problem: {
    not_found: 'No hay nada en esta dirección.',
    forbidden: 'Tu cuenta no tiene permiso para hacer esto.',
    silenced: 'No puedes escribir ni votar en el foro hasta el {until}. Motivo: {reason}',
    token_not_valid: 'Inicia sesión de nuevo: el token de acceso falta, es incorrecto o ha caducado.',
    tier_required: 'Tu plan no incluye este contenido. Elige uno que sí.',
    wrong_type: 'Envía el cuerpo como JSON, con el tipo de contenido application/json.',
    wrong_json: 'Envía JSON válido: este cuerpo no lo es.',
    too_deep: 'Anida el JSON en {max} niveles como máximo.',
    unknown_field: 'Quita este campo: aquí no se conoce.',
    too_many_values: 'Envía como máximo {max} valores en el JSON.',
    too_large: 'Envía menos de una vez: este cuerpo es demasiado grande.',
    bad_request: 'Revisa la dirección y el cuerpo: no se pudo entender esta solicitud.',
    wrong_cursor: 'Usa «next» tal como lo devolvió esta lista: este cursor no es suyo.',
    overloaded: 'El servidor está saturado ahora mismo. Vuelve a intentarlo en unos segundos.',
    metrics_token: 'Envía el token de métricas como token bearer.',
    busy: 'El servidor está ocupado. Inténtalo de nuevo en un momento.',
    too_many: 'Demasiadas solicitudes. Inténtalo de nuevo más tarde.',
    failure: 'Algo ha salido mal por nuestra parte. Inténtalo de nuevo en un momento.',
  },
}
