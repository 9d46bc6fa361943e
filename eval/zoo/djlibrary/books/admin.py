from django.contrib import admin

from .models import Author, Book


@admin.register(Author)
class Authors(admin.ModelAdmin):
    list_display, search_fields, list_per_page = ["name", "born"], ["name", "life"], 50


@admin.register(Book)
class Books(admin.ModelAdmin):
    list_display, search_fields, list_filter, list_per_page = ["title", "year", "kind"], ["title", "kind"], ["kind"], 50
