"""Settings, addresses and models of a library under Django's admin; run with a file of
records (data.py), it loads them: the first 200 are authors, the others books."""
import json, os, sys

SECRET_KEY, DEBUG, ALLOWED_HOSTS, ROOT_URLCONF = "loopback", True, ["*"], "pages"
LANGUAGE_CODE, USE_I18N, USE_TZ, STATIC_URL = "fr", True, False, "/static/"
INSTALLED_APPS = ["django.contrib." + a for a in "admin auth contenttypes sessions messages staticfiles".split()] + ["books"]
MIDDLEWARE = ["django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.common.CommonMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
              "django.contrib.auth.middleware.AuthenticationMiddleware", "pages.visitor", "django.contrib.messages.middleware.MessageMiddleware"]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {"context_processors": [
    "django.template.context_processors.request", "django.contrib.auth.context_processors.auth", "django.contrib.messages.context_processors.messages"]}}]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.environ["VAR"] + "/db.sqlite3"}}
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"

if __name__ == "__main__":
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", run_syncdb=True)
    from books.models import Author, Book
    from django.contrib.auth.models import Permission, User

    User.objects.create(username="visitor", is_staff=True).user_permissions.set(Permission.objects.filter(codename__in=["view_author", "view_book"]))
    rows = [json.loads(line) for line in open(sys.argv[1])]
    Author.objects.bulk_create(Author(name=r["title"], life=r["text"][:120], born=r["year"]) for r in rows[:200])
    authors = list(Author.objects.all())
    Book.objects.bulk_create(Book(title=r["title"], author=authors[r["id"] % 200], year=r["year"], kind=r["kind"]) for r in rows[200:])
