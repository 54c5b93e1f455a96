import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './terms.messages.en.ts'

export const messages: Translated<typeof en> = {
  title: 'Términos del servicio',
  description: 'El acuerdo entre tú y nosotros sobre el uso de la biblioteca, las noticias, el foro y la suscripción.',
  effective: 'En vigor desde el {date}',
  contents: 'En este acuerdo',
  sections: [
    {
      id: 'eligibility',
      title: 'Requisitos',
      paragraphs: [
        'Estos términos son un acuerdo entre tú y {company}, que gestiona {site}. Al abrir una cuenta, contratar una suscripción o usar {site} de cualquier otro modo, los aceptas. Si no los aceptas, no uses el sitio.',
        'Debes tener al menos 18 años y capacidad para celebrar un contrato vinculante. Si usas el sitio en nombre de una empresa u otra organización, confirmas que puedes aceptar estos términos en su nombre.',
        'Eres responsable de lo que ocurra con tu cuenta. No compartas tu contraseña, da datos correctos y avísanos de inmediato si crees que otra persona ha usado tu cuenta.',
      ],
    },
    {
      id: 'services',
      title: 'Servicios',
      paragraphs: [
        '{site} ofrece una biblioteca de prompts para modelos de lenguaje, ordenada por categorías y casos de uso, un blog de noticias y un foro de debate. Una parte está abierta a todo el mundo; el resto requiere una cuenta o un plan de pago.',
        'Mejoramos el sitio continuamente. Podemos añadir, cambiar o retirar prompts, funciones y planes. Si un cambio te quita una parte sustancial de lo que has pagado, puedes cancelar y recuperar la parte no utilizada de tu pago.',
        'Los modelos de lenguaje para los que se escriben los prompts los gestionan otras empresas con sus propios términos. Nosotros no los gestionamos ni somos parte de tus acuerdos con esas empresas.',
      ],
    },
    {
      id: 'subscriptions',
      title: 'Suscripciones',
      paragraphs: [
        'El plan Gratis no cuesta nada. Los planes de pago se cobran por adelantado, cada mes o cada año, al precio que se muestra antes de pagar. Stripe procesa los pagos; el número de tu tarjeta nunca llega a nuestros servidores.',
        'Un plan de pago se renueva por el mismo periodo hasta que lo canceles. Puedes desactivar la renovación automática en tu perfil en cualquier momento; el acceso continúa entonces hasta que termine el periodo pagado.',
        'Si no te convence, avísanos en los 14 días siguientes a tu primer pago y te lo devolveremos íntegro. El acceso al contenido de pago termina con el reembolso.',
        'Cuando cambias de plan o de periodo, el nuevo empieza de inmediato y se te abona la parte no utilizada del anterior.',
        'Anunciamos un cambio de precio por correo electrónico con al menos 30 días de antelación. El nuevo precio se aplica a partir de la siguiente renovación, y puedes cancelar antes.',
        'Si un pago falla, lo intentamos de nuevo y te avisamos. El acceso puede suspenderse cuando un pago sigue pendiente más de siete días después de su vencimiento.',
      ],
    },
    {
      id: 'intellectual-property',
      title: 'Propiedad intelectual',
      paragraphs: [
        'El sitio, su diseño, sus textos y la colección de prompts pertenecen a {company} o a quienes nos los licencian. Los nombres de los modelos de lenguaje y de los medios de pago pertenecen a sus titulares.',
        'Puedes copiar, completar y adaptar los prompts que incluye tu plan, para trabajos privados y comerciales, y conservar lo que responda un modelo de lenguaje en la medida en que lo permitan sus propios términos. Conservas este derecho sobre los prompts que usaste mientras tu plan estaba activo.',
        'No puedes volver a publicar la biblioteca ni una parte sustancial de ella, vender o alquilar prompts como tales ni recopilarlos por medios automatizados.',
      ],
    },
    {
      id: 'user-content',
      title: 'Contenido de los usuarios',
      paragraphs: [
        'Lo que escribes en el foro, en comentarios y en valoraciones sigue siendo tuyo. Nos concedes una licencia mundial, gratuita y no exclusiva para almacenarlo, mostrarlo, traducirlo y distribuirlo como parte del sitio mientras esté en él.',
        'Confirmas que tienes los derechos sobre lo que publicas y que no infringe ninguna ley ni derecho de otra persona.',
        'Los hilos nuevos se revisan antes de aparecer. Podemos rechazar, mover, acortar o retirar contenido que incumpla estos términos, y te avisamos cuando lo hacemos. Si crees que algún contenido vulnera tus derechos, escríbenos e indica el lugar y el derecho.',
      ],
    },
    {
      id: 'prohibited-conduct',
      title: 'Conducta prohibida',
      paragraphs: [
        'Te comprometes a no infringir la ley con ayuda del sitio; a no acosar, amenazar ni engañar a otras personas; a no publicar spam, programas maliciosos ni datos personales ajenos; y a no usar prompts para producir contenido que sexualice a menores o incite a la violencia.',
        'Te comprometes a no eludir los límites de acceso ni los niveles, a no compartir una cuenta con personas para las que no se vendió, a no perturbar el funcionamiento del sitio, a no poner a prueba su seguridad sin nuestro consentimiento por escrito y a no leerlo por medios automatizados más allá de lo que hacen los buscadores según nuestro archivo robots.',
      ],
    },
    {
      id: 'termination',
      title: 'Finalización',
      paragraphs: [
        'Puedes eliminar tu cuenta en tu perfil en cualquier momento. Lo que hayas publicado en el foro quedará como escrito por un usuario eliminado, salvo que lo retires antes.',
        'Podemos suspender o cerrar una cuenta que incumpla estos términos de forma grave, o de nuevo tras una advertencia. Te diremos el motivo, salvo que la ley lo prohíba, y devolveremos la parte no utilizada de un pago cuando la causa no sea tuya.',
        'Las secciones sobre propiedad intelectual, contenido de los usuarios, exclusión de garantías, responsabilidad, indemnización y ley aplicable siguen vigentes después.',
      ],
    },
    {
      id: 'disclaimer',
      title: 'Exclusión de garantías',
      paragraphs: [
        'Los prompts se escriben con cuidado, pero los modelos de lenguaje responden de manera distinta de un día a otro. {site} se ofrece «tal cual» y «según disponibilidad», sin garantías de ningún tipo, expresas o implícitas, incluidas la idoneidad para un fin determinado y la no infracción, en la medida en que la ley lo permita.',
        'Las respuestas de los modelos de lenguaje pueden ser erróneas. Nada de lo que hay en el sitio es asesoramiento jurídico, médico, fiscal o financiero. Comprueba lo importante antes de confiar en ello.',
      ],
    },
    {
      id: 'liability',
      title: 'Limitación de responsabilidad',
      paragraphs: [
        'En la medida en que la ley lo permita, {company} no responde de daños indirectos, incidentales, especiales o derivados, ni de la pérdida de beneficios, datos o reputación que resulten del uso del sitio o de la imposibilidad de usarlo.',
        'Nuestra responsabilidad total se limita a la mayor de estas cantidades: lo que nos hayas pagado en los doce meses anteriores al hecho o 100 dólares estadounidenses. Estos límites no se aplican donde la ley no los permite, en particular en caso de dolo, negligencia grave y daños a la vida o la salud.',
      ],
    },
    {
      id: 'indemnification',
      title: 'Indemnización',
      paragraphs: [
        'Mantendrás indemne a {company}, a sus empleados y a sus socios frente a reclamaciones de terceros, incluidos los costes razonables de defensa jurídica, que surjan de contenido que hayas publicado, de tu uso del sitio contrario a estos términos o de tu vulneración de derechos ajenos. Te informaremos sin demora de una reclamación así y te permitiremos participar de forma justa en la defensa.',
      ],
    },
    {
      id: 'governing-law',
      title: 'Ley aplicable y disputas',
      paragraphs: [
        'Estos términos se rigen por las leyes del Estado de Delaware, Estados Unidos, sin sus normas sobre conflictos de leyes. Los derechos imperativos de los consumidores del país en que vives no se ven afectados.',
        'Escríbenos primero, por favor: casi todo se resuelve en unos días. Lo que no pueda resolverse en 60 días se decide mediante arbitraje individual vinculante según las reglas de la American Arbitration Association, en inglés, por videoconferencia o por escrito, salvo que sea necesaria una audiencia. Las reclamaciones solo pueden presentarse en nombre propio, no como acción colectiva.',
        'Puedes renunciar al arbitraje en los 30 días siguientes a tu primera aceptación de estos términos, con un correo a {email} que incluya tu nombre y la dirección de tu cuenta. En ese caso son competentes los tribunales de Delaware. Las reclamaciones de escasa cuantía y las medidas cautelares pueden llevarse ante un tribunal en todo caso.',
      ],
    },
    {
      id: 'miscellaneous',
      title: 'Disposiciones varias',
      paragraphs: [
        'Si una disposición no es válida, las demás siguen vigentes. Que no exijamos un derecho una vez no significa que renunciemos a él. No puedes ceder este acuerdo; nosotros podemos cederlo junto con el negocio en su conjunto y te avisamos cuando lo hagamos.',
        'Podemos cambiar estos términos. Te avisaremos de los cambios sustanciales con al menos 30 días de antelación, por correo o en el sitio. Quien siga usando el sitio después los acepta; quien no los acepte puede cancelar.',
        'Estos términos son el acuerdo completo sobre el sitio. Si una traducción difiere, prevalece el texto en inglés. Envía las notificaciones a {company}, {address}, o a {email}.',
      ],
    },
  ],
}
