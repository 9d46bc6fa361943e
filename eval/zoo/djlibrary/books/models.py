from django.db import models


class Author(models.Model):
    name, life, born = models.CharField(max_length=200), models.TextField(), models.IntegerField()

    class Meta:
        verbose_name, verbose_name_plural = "auteur", "auteurs"

    def __str__(self):
        return self.name


class Book(models.Model):
    title, author = models.CharField(max_length=200), models.ForeignKey(Author, models.CASCADE)
    year, kind = models.IntegerField(), models.CharField(max_length=20)

    class Meta:
        verbose_name, verbose_name_plural = "livre", "livres"

    def __str__(self):
        return self.title
