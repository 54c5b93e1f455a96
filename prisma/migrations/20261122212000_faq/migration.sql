-- CreateEnum
CREATE TYPE "faq_page" AS ENUM ('landing', 'subscription');

-- CreateTable
CREATE TABLE "faq_item" (
    "id" SERIAL NOT NULL,
    "page" "faq_page" NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "faq_item_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "faq_item_text" (
    "faq_item_id" INTEGER NOT NULL,
    "locale" "locale" NOT NULL,
    "q" TEXT NOT NULL,
    "a" TEXT NOT NULL,

    CONSTRAINT "faq_item_text_pkey" PRIMARY KEY ("faq_item_id","locale")
);

-- AddForeignKey
ALTER TABLE "faq_item_text" ADD CONSTRAINT "faq_item_text_faq_item_id_fkey" FOREIGN KEY ("faq_item_id") REFERENCES "faq_item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TRIGGER faq_item_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON faq_item EXECUTE FUNCTION invalidate_tag('faq');
CREATE TRIGGER faq_item_text_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON faq_item_text EXECUTE FUNCTION invalidate_tag('faq');

-- Until now the questions stood in the pages themselves: a site that has people or plans keeps them as they were. An
-- empty database is filled by the first start.
WITH before (number, page, position, q_en, a_en, q_es, a_es) AS (
  VALUES
    (1, 'landing', 1,
     'What exactly is a prompt?',
     'It’s a text you give to a language model, with blanks for your own details. Its page also tells you how to use it, which models it was tested on and what its known issues are.',
     '¿Qué es exactamente un prompt?',
     'Es un texto que le das a un modelo de lenguaje, con huecos para tus propios datos. Su página también explica cómo usarlo, con qué modelos se ha probado y qué problemas conocidos tiene.'),
    (2, 'landing', 2,
     'Do I need an account?',
     'Not to look around: anyone can browse the library and read the free prompts. With a free account, you can also save and rate prompts and join the forum. You must be at least 18 years old.',
     '¿Necesito una cuenta?',
     'Para mirar, no: cualquiera puede recorrer la biblioteca y leer los prompts gratuitos. Con una cuenta gratuita, además, puedes guardar y valorar prompts y participar en el foro. Debes tener al menos 18 años.'),
    (3, 'landing', 3,
     'What do I get with Premium?',
     'Free gives you about 10,000 prompts. Premium costs $9.99 per month and unlocks over 1,000,000 prompts across over 40 niches, plus pipelines, where each prompt passes its result on to the next.',
     '¿Qué incluye Premium?',
     'Gratis te da unos 10.000 prompts. Premium cuesta 9,99 $ al mes y te da acceso a más de 1.000.000 de prompts en más de 40 nichos, además de los pipelines, en los que cada prompt pasa su resultado al siguiente.'),
    (4, 'landing', 4,
     'Is access to a language model included?',
     'No. You paste the prompt into the tool you already use, so you keep your model, your history and your settings.',
     '¿Está incluido el acceso a un modelo de lenguaje?',
     'No. Pegas el prompt en la herramienta que ya usas, así que conservas tu modelo, tu historial y tus ajustes.'),
    (5, 'landing', 5,
     'Which models do the prompts work with?',
     'They’re plain text, so any capable model can use them. Each page lists the models the prompt was tested on; with others, check the first answer a little more closely.',
     '¿Con qué modelos funcionan los prompts?',
     'Son texto sin formato, así que sirven para cualquier modelo capaz. Cada página indica con cuáles se ha probado; con los demás, revisa la primera respuesta con algo más de atención.'),
    (6, 'landing', 6,
     'Can I get my money back?',
     'Yes. Ask us within 14 days of your first payment, and we’ll refund it.',
     '¿Puedo recuperar mi dinero?',
     'Sí. Tienes 14 días desde tu primer pago para pedirlo, y te lo devolvemos.'),
    (7, 'landing', 7,
     'Can the price change after I subscribe?',
     'Only with notice: we tell you at least 30 days before any change, so you have time to cancel.',
     '¿Puede cambiar el precio después de suscribirme?',
     'Solo con aviso previo: te informamos de cualquier cambio al menos 30 días antes, para que tengas tiempo de cancelar.'),
    (8, 'subscription', 1,
     'What do I get for free?',
     'About 10,000 prompts, full search, the news and the forum. No credit card needed, and it never expires.',
     '¿Qué incluye el plan Gratis?',
     'Unos 10.000 prompts, la búsqueda completa, las noticias y el foro. Sin tarjeta y sin fecha de caducidad.'),
    (9, 'subscription', 2,
     'What do I get with Premium?',
     'Over 1,000,000 prompts across more than 40 niches, with their instructions and known issues, plus pipelines: prompts that build on one another.',
     '¿Qué incluye Premium?',
     'Más de 1.000.000 de prompts en más de 40 nichos, con sus instrucciones y problemas conocidos, además de pipelines: prompts que se encadenan.'),
    (10, 'subscription', 3,
     'How do I pay?',
     'By card or digital wallet on a Stripe checkout page, monthly or annually. Your card number never reaches our servers.',
     '¿Cómo pago?',
     'Con tarjeta o monedero digital en una página de pago de Stripe, cada mes o cada año. El número de tu tarjeta nunca llega a nuestros servidores.'),
    (11, 'subscription', 4,
     'Can I get my money back?',
     'Yes, within 14 days of your first payment, no questions asked. Your access ends with the refund.',
     '¿Puedo recuperar mi dinero?',
     'Sí, tienes 14 días desde tu primer pago para pedirlo, sin dar explicaciones. El acceso termina con el reembolso.'),
    (12, 'subscription', 5,
     'What happens when I cancel?',
     'You keep your access until the end of the period you paid for. Then your account becomes a free one, with everything you saved.',
     '¿Qué pasa cuando cancelo?',
     'Conservas el acceso hasta el final del periodo pagado. Después, tu cuenta pasa a ser gratuita, con todo lo que hayas guardado.'),
    (13, 'subscription', 6,
     'Will the price change?',
     'If it does, we’ll email you at least 30 days in advance, so you can cancel before it applies to you.',
     '¿Cambiará el precio?',
     'Si cambia, te avisamos por correo con al menos 30 días de antelación y puedes cancelar antes de que te afecte.'),
    (14, 'subscription', 7,
     'Can I switch between monthly and annual?',
     'Anytime. The new period starts today, and we credit what’s left of the old one.',
     '¿Puedo pasar de mensual a anual, o al revés?',
     'Cuando quieras. El nuevo periodo empieza hoy y te abonamos lo que quede del anterior.')
), item AS (
  INSERT INTO faq_item (id, page, position)
  SELECT nextval(pg_get_serial_sequence('faq_item', 'id'))::int, page::faq_page, position FROM before
   WHERE EXISTS (SELECT FROM plan) OR EXISTS (SELECT FROM "user")
   ORDER BY number
  RETURNING id, page, position
)
INSERT INTO faq_item_text (faq_item_id, locale, q, a)
SELECT item.id, text.locale::locale, text.q, text.a
  FROM item JOIN before ON before.page::faq_page = item.page AND before.position = item.position,
       LATERAL (VALUES ('en', q_en, a_en), ('es', q_es, a_es)) AS text (locale, q, a);
