-- Words of a text for search, in one spelling: hyphenated words are stored joined and in parts ("e-mail": "email e mail"),
-- letters and digits are separated ("GPT-4", "gpt4": "gpt 4"), characters that the parser would read as paths, hosts, tags
-- or numbers become blanks, and each character of scripts without spaces is a word. `server/database/search-words.ts` does
-- the same for queries.
CREATE OR REPLACE FUNCTION search_words(words text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 10000 AS $$
BEGIN
  IF octet_length(words) > char_length(words) THEN
    words := regexp_replace(words, '([\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff][\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u17b4-\u17d3\u3099\u309a]*)', ' \1 ', 'g');
  END IF;
  IF strpos(words, '++') > 0 THEN
    words := regexp_replace(words, '(?<![A-Za-z0-9_\u00c0-\u1fff\uac00-\ud7a3])([A-Za-z])\+\+', '\1plusplus ', 'g');
  END IF;
  IF strpos(words, '#') > 0 THEN
    words := regexp_replace(words, '(?<![A-Za-z0-9_\u00c0-\u1fff\uac00-\ud7a3])([A-Za-z])#(?![A-Za-z0-9_\u00c0-\u1fff\uac00-\ud7a3])', '\1sharp ', 'g');
  END IF;
  IF words ~ '\.[Nn][Ee][Tt]' THEN
    words := regexp_replace(words, '(?<![A-Za-z0-9_\u00c0-\u1fff\uac00-\ud7a3])\.[Nn][Ee][Tt](?![A-Za-z0-9_\u00c0-\u1fff\uac00-\ud7a3])', 'dotnet', 'g');
  END IF;
  IF words ~ '[Jj][Ss]' THEN
    words := regexp_replace(words, '(?<![A-Za-z0-9_\u00c0-\u1fff\uac00-\ud7a3])([A-Za-z]{2,})\.?([Jj][Ss])(?![A-Za-z0-9_\u00c0-\u1fff\uac00-\ud7a3])', '\1\2 \1 \2', 'g');
  END IF;
  IF words ~ '[A-Za-z\u00c0-\u1fff\uac00-\ud7a3]-[A-Za-z\u00c0-\u1fff\uac00-\ud7a3]|(^|[^A-Za-z\u00c0-\u1fff\uac00-\ud7a3])[A-Za-z\u00c0-\u1fff\uac00-\ud7a3][/&''’][A-Za-z\u00c0-\u1fff\uac00-\ud7a3]' THEN
    words := regexp_replace(words, '(?<![A-Za-z\u00c0-\u1fff\uac00-\ud7a3/&''’-])(?:([A-Za-z\u00c0-\u1fff\uac00-\ud7a3]+)-([A-Za-z\u00c0-\u1fff\uac00-\ud7a3]+)|([A-Za-z\u00c0-\u1fff\uac00-\ud7a3])[/&''’]([A-Za-z\u00c0-\u1fff\uac00-\ud7a3]+))(?![A-Za-z\u00c0-\u1fff\uac00-\ud7a3/&''’-])', '\1\3\2\4 \1\3 \2\4', 'g');
  END IF;
  IF words ~ '[0-9]' THEN
    words := regexp_replace(words, '([A-Za-z\u00c0-\u1fff\uac00-\ud7a3])([0-9])', '\1 \2', 'g');
    words := regexp_replace(words, '([0-9])([A-Za-z\u00c0-\u1fff\uac00-\ud7a3])', '\1 \2', 'g');
  END IF;
  RETURN replace(replace(replace(replace(replace(replace(words, '.', ' '), '/', ' '), '-', ' '), '+', ' '), '<', ' '), '&', ' ');
END $$;
