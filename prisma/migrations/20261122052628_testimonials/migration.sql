-- CreateTable
CREATE TABLE "testimonial" (
    "id" SERIAL NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "is_sample" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "testimonial_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "testimonial_text" (
    "testimonial_id" INTEGER NOT NULL,
    "locale" "locale" NOT NULL,
    "role" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "testimonial_text_pkey" PRIMARY KEY ("testimonial_id","locale")
);

-- AddForeignKey
ALTER TABLE "testimonial_text" ADD CONSTRAINT "testimonial_text_testimonial_id_fkey" FOREIGN KEY ("testimonial_id") REFERENCES "testimonial"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TRIGGER testimonial_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON testimonial EXECUTE FUNCTION invalidate_tag('testimonials');
CREATE TRIGGER testimonial_text_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON testimonial_text EXECUTE FUNCTION invalidate_tag('testimonials');
